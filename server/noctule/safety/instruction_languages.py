"""The plainest of those requests in Chinese, Japanese, German, French, Spanish, Portuguese and Russian."""

import re

from noctule.safety.instruction_words import HIDES, SENDS, WEAKENS, Rule
from noctule.safety.skeleton import skeleton


def _foreign(label: str, pattern: str) -> Rule:
    # Folded as the text is: accents and look-alike letters are gone there too.
    return Rule(label, re.compile(skeleton(pattern).text, re.DOTALL), can_be_negated=False)


FOREIGN_RULES: tuple[Rule, ...] = (
    _foreign(
        WEAKENS,
        "(?:忽略|无视|忘记|跳过|禁用|关闭|绕过|無視|忽視).{0,10}(?:之前|以上|所有|先前|系统|权限|确认|安全|审批|沙箱|指令|規則|规则|指示)",
    ),
    _foreign(
        WEAKENS,
        "(?:以前|これまで|上記|すべて)の.{0,6}(?:指示|命令|ルール).{0,4}(?:無視|忘れ)|(?:権限|確認|承認|許可).{0,12}(?:無効|省略|スキップ|せずに|求めない|なしで)",
    ),
    _foreign(
        WEAKENS,
        "(?:ignoriere|missachte|vergiss) (?:alle|die|vorherige|bisherige|jede).{0,30}(?:anweisung"
        "|regel|vorgabe)|(?:deaktiviere|umgehe|schalte|uberspringe).{0,40}(?:berechtigung"
        "|sicherheit|bestatigung|sandbox|freigabe|ruckfrage)|ohne (?:ruckfrage|nachfrage"
        "|bestatigung|zu fragen).{0,20}(?:ausfuhren|loschen|installieren)",
    ),
    _foreign(
        WEAKENS,
        "(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les|tes|vos).{0,30}(?:instructions|regles"
        "|consignes)|(?:desactive[zr]?|contourne[zr]?).{0,40}(?:permission|autorisation"
        "|confirmation|securite|sandbox)|sans (?:demander|confirmation|autorisation)",
    ),
    _foreign(
        WEAKENS,
        "(?:ignora|ignore|olvida|esquece|desconsidere) (?:todas? )?(?:las|as|los|os|tus|suas)"
        ".{0,30}(?:instruccion|instruco|regla|regra)|(?:desactiva|deshabilita|omite|desative"
        "|ignora).{0,40}(?:permiso|permisso|confirmacion|confirmacao|seguridad|seguranca"
        "|aprobacion|aprovacao)|sin (?:pedir|preguntar|confirmacion)|sem (?:pedir|perguntar"
        "|confirmacao)",
    ),
    _foreign(
        WEAKENS,
        "(?:игнорируй|забудь|отключи|обойди|пропускай).{0,40}(?:инструкци|правил|указани"
        "|разрешени|подтвержден|безопасност|проверк)|без (?:подтверждения|разрешения|спроса)",
    ),
    _foreign(
        HIDES,
        "(?:不要|别|勿|不得)(?:告诉|通知|告知|让|提醒|向|透露).{0,4}(?:用户|用戶|任何人|开发者|知道)|(?:瞒着|对用户隐瞒)|ユーザー?に.{0,12}"
        "(?:言わない|伝えない|知らせない|教えない|見せない|秘密|内緒|隠)",
    ),
    _foreign(
        HIDES,
        "(?:sag|erzahle?|verrate|zeige?|teile?).{0,20}(?:dem|den|der) (?:nutzer|benutzer|anwender"
        "|person|entwickler)\\w{0,4} (?:nichts|nicht|niemals|nie|davon nichts)|ne (?:dis|dites"
        "|mentionne[zr]?|revele[zr]?|informe[zr]?).{0,30}(?:utilisateur|personne)|no (?:le )?"
        "(?:digas|menciones|informes|cuentes|muestres|reveles).{0,30}usuario|nao (?:diga|mencione"
        "|informe|conte|mostre).{0,30}usuario|не (?:говори|сообщай|показывай|упоминай"
        "|рассказывай).{0,30}пользовател",
    ),
    _foreign(
        SENDS,
        "(?:发送|上传|传送|发到|发给|提交|送信|アップロード|отправ|загруз|envi[ae]|envoie|sende|schicke|sube|envie"
        "|lade).{0,60}(?:http|webhook|[\\w.]{1,40}@[\\w-]{1,40}\\.)|(?:http|webhook)[^\\s]{0,80}"
        ".{0,12}(?:送信|アップロード|发送|上传|に送|へ送)",
    ),
)
