"""The plainest of those requests in the languages that people write memories in, besides English.

Chinese, Japanese, Korean, German, French, Spanish, Portuguese, Italian, Russian, Polish, Dutch, Turkish, Indonesian and
Arabic. A rule needs what it is about as well as the verb: a service that sends orders to an address is no request.
"""

import re

from noctule.safety.instruction_words import HIDES, RUNS, SENDS, STEERS, WEAKENS, Rule
from noctule.safety.skeleton import skeleton

_PLACE = r"(?:https?://|ftp://|webhook|[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]{2,12}|\d{1,3}(?:\.\d{1,3}){3})"
_SECRET = (
    r"(?:\.env\b|id_rsa|id_ed25519|\.ssh\b|\.aws\b|secrets?\.\w{2,5}\b|\bapi[ -]?(?:key|schlussel)|密码|密碼"
    r"|密钥|密鑰|令牌|凭证|凭据"
    r"|环境变量|環境変数|パスワード|秘密鍵|トークン|認証情報|비밀번호|토큰|환경 ?변수|자격 ?증명|비밀 ?키"
    r"|passwort|passworter|kennwort|schlussel"
    r"|geheimnis|umgebungsvariable|zugangsdaten|mots? de passe|\bcles?\b|\bjetons?\b|variables? d'environnement"
    r"|identifiants"
    r"|contrasena|\bclaves?\b|variables? de entorno|credencia|\bsenhas?\b|\bchaves?\b|variaveis de ambiente"
    r"|\bchiav[ei]\b"
    r"|\bpassword\b|variabili d'ambiente|credenziali|парол|ключ|токен|секрет|переменн\w+ окружения|\bhas(?:l"
    r"|ł)[oa]\b|\bklucz"
    r"|wachtwoord|\bsleutel|sifre|parola|kata sandi|kunci|كلمات? (?:ال)?مرور|مفاتيح|المفتاح|\bsecrets?\b|\btokens?\b)"
)
_PRIVATE = (
    rf"(?:{_SECRET}|内容|会话|對話|对话|聊天记录|代码库|会話|内容|ソースコード|내용|대화|소스 ?코드|\binhalt"
    rf"|\bsitzungs?protokoll|gesprach"
    r"|verlauf|quellcode|\bcontenus?\b|conversation|\bhistorique\b|contenido|conversacion|historial|conteudo|conversa\b"
    r"|contenuto|conversazione|cronologia|содержим|переписк|истори[юя]|исходн\w+ код|zawartosc|rozmow|inhoud|gesprek"
    r"|icerig|isi (?:berkas|file)|محتو)"
)
_SEND = (
    r"(?:发送|發送|上传|上傳|传送|发到|发给|提交|送信|アップロード|送っ|전송|업로드|보내|\bsende[nt]?\b"
    r"|\bschicke?n?\b|\blade[nt]?\b.{1,60}?\bhoch\b"
    r"|\bhochladen\b|\b(?:d')?envoyer\b|\binviare\b|\benviar\b|\bubertrage?n?\b|\benvoie[rzs]?\b"
    r"|\btransmet[sz]?\b|\btransmettez\b"
    r"|\btelecharge[rz]? vers\b|\benvia[r]?\b"
    r"|\benvie\b|\bmanda[r]?\b|\bmande\b|\bsube\b|\bsubir\b|\benviar\b|\binvia(?:re|te)?\b|\bmanda(?:re)?\b"
    r"|\bcarica(?:re)?\b"
    r"|отправ(?:ь|ля[йт]|ить|ляй)|загру(?:зи|жай|зить)|перешли|\bwyslij\b|\bwysylaj\b|\bprzeslij\b|\bstuur\b"
    r"|\bverstuur\b|\bupload\b"
    r"|\bgonder\b|\byukle\b|\bkirim(?:kan)?\b|\bunggah\b|أرسل|ارسل|ارفع)"
)
_DOWNLOAD = (
    r"(?:下载|下載|拉取|获取|ダウンロード|取得|내려 ?받|다운로드|\bhole?\b|\bheruntergeladen\b|\blade?\b"
    r"|\btelecharge[rz]?\b"
    r"|\brecupere[rz]?\b|\bdescarga[r]?\b"
    r"|\bdescargue\b|\bbaixe\b|\bbaixar\b|\bscarica(?:re)?\b|скача[йт]|загрузи|\bpobierz\b|\bdownload\b"
    r"|\bindir\b|\bunduh\b|نزل|حمل)"
)
_RUN = (
    r"(?:执行|執行|运行|実行|실행|\bstarte\b|\bfuhre?\b.{0,120}?\baus\b|\bausfuhren\b|\bexecute[rz]?\b"
    r"|\blance[rz]?(?:-le)?\b"
    r"|\bejecut(?:a|alo|ar|e)\w{0,3}\b|\bexecut(?:e|a)\w{0,3}\b|\besegui\w{0,4}\b|\bavvia\w{0,3}\b|запусти"
    r"|выполни|\buruchom\b|\bwykonaj\b"
    r"|\bvoer\b.{0,20}?\buit\b|\bcalistir\b|\bjalankan\b|شغل|نفذ)"
)
_THIS_NOTE = (
    r"(?:本条|这条|此条|该条|(?:本|此|该|这个?)(?:记忆|笔记|备忘|规则|条目)|この(?:記憶|メモ|ノート|項目|ルール)"
    r"|이 ?(?:기억|메모|항목|규칙)"
    r"|\bdiese[nr]? (?:erinnerung|notiz|eintrag|regel)|\bcet(?:te)? (?:memoire|note|souvenir|regle|entree)"
    r"|\best[ae] (?:memoria|nota|regla|entrada|regra)|\bquest[aoe] (?:memoria|nota|regola|appunto)"
    r"|\bэт[оу]\w* (?:воспоминани|заметк|запис|правил)\w*|\bt[eą] (?:pamiec|notatk|regul)\w*)"
)
_GONE = (
    r"(?:删除|修改|合并|移除|清理|削除|変更|統合|消さ|삭제|변경|수정|병합|geloscht|loschen|entfern|geandert"
    r"|zusammengef|supprim|modifi|efface|fusionn"
    r"|borrar|borrad|elimin|modific|apag|exclu[ií]|cancellat|cancellar|rimoss|rimuover|удал|изменя|стира|usun"
    r"|skasow|zmien)"
)
_NOT = (
    r"(?:不要|不得|不可|不能|永不|禁止|切勿|别|勿|ない|禁止|하지|말|금지|안 ?됩|\bnie\b|\bniemals\b|\bnicht\b"
    r"|\bne\b|\bjamais\b|\bnunca\b|\bno\b"
    r"|\bnao\b|\bnon\b|\bmai\b|\bнельзя\b|\bникогда\b|\bне\b|\bnigdy\b|\bnie wolno\b)"
)
# Before a verb these turn it around: whoever forbids something asks for nothing.
_NEGATED = (
    r"(?:\b(?:ne|n'|jamais|no|nunca|nao|non|mai|nicht|nie|niemals|kein\w{0,2}|не|нельзя|никогда|nigdy|niet|nooit"
    r"|jangan)\b"
    r"|不要|不得|不可|禁止|切勿|别|勿|请勿)[^,;:.，。；]{0,40}$"
)


def _folded(pattern: str) -> "re.Pattern[str]":
    # Folded as the text is: accents, look-alike letters and capitals are gone there too (`[^\s]`, never its capital).
    return re.compile(skeleton(pattern).text, re.DOTALL)


NEGATED_ELSEWHERE = _folded(_NEGATED)


def _all_of(patterns: tuple[str, ...]) -> "re.Pattern[str] | None":
    """Matches a sentence that holds something of each."""
    return _folded("^" + "".join(f"(?=.{{0,600}}?{pattern})" for pattern in patterns)) if patterns else None


def _foreign(label: str, pattern: str, *beside: str) -> Rule:
    """A verb, and what is to stand beside it in the sentence."""
    return Rule(label, _folded(pattern), needs=_all_of(beside), is_foreign=True)


def _told(label: str, pattern: str, *beside: str) -> Rule:
    """A rule that is a prohibition itself."""
    return Rule(label, _folded(pattern), needs=_all_of(beside), can_be_negated=False)


FOREIGN_RULES: tuple[Rule, ...] = (
    _foreign(
        WEAKENS,
        "(?:忽略|无视|忘记|跳过|禁用|关闭|绕过|無視|忽視).{0,10}(?:之前|以上|所有|先前|系统|权限|确认|安全|审批"
        "|沙箱|指令|規則|规则|指示)",
    ),
    _foreign(
        WEAKENS,
        "(?:以前|これまで|上記|すべて)の.{0,6}(?:指示|命令|ルール).{0,4}(?:無視し|忘れ)|(?:権限|確認|承認"
        "|許可).{0,12}(?:無効に|省略し|スキップし|求めない)"
        "|(?:確認|承認|許可)(?:なし|せず)[^。]{0,12}(?:実行|削除|インストール)(?!しない|しては|禁止)",
    ),
    _foreign(
        WEAKENS,
        "(?:이전|앞선|기존|모든).{0,8}(?:지시|명령|규칙|지침).{0,6}(?:무시|잊)(?!하지)|(?:확인|승인|허락"
        "|허가) ?(?:없이|을 구하지 말고).{0,16}(?:실행|삭제|설치)",
    ),
    _foreign(
        WEAKENS,
        "(?:命令|操作|一切).{0,8}(?:无需|不用|不必|無需)(?:确认|批准|询问|許可|确定).{0,8}(?:执行|运行|删除|安装)",
    ),
    _foreign(
        WEAKENS,
        "(?:ignoriere|missachte|vergiss) (?:alle|die|vorherige|bisherige|jede).{0,30}(?:anweisung|regel|vorgabe)"
        "|(?:deaktiviere|umgehe|schalte|uberspringe).{0,40}(?:berechtigung|sicherheit|bestatigung|sandbox"
        "|freigabe|ruckfrage)"
        "|(?:befehl|kommando|alles).{0,20}ohne (?:ruckfrage|nachfrage|bestatigung|zu fragen)"
        "|ohne (?:ruckfrage|nachfrage|bestatigung|zu fragen).{0,20}(?:ausfuhren|loschen|installieren)"
        "|frage?n? (?:sie )?(?:nicht|nie|niemals)(?: nach| vorher)?(?:$|[.!,])",
    ),
    _foreign(
        WEAKENS,
        "(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les|tes|vos).{0,30}(?:instructions|regles|consignes)"
        "|(?:desactive[zr]?|contourne[zr]?).{0,40}(?:permission|autorisation|confirmation|securite|sandbox)"
        "|(?:execute[zr]?|lance[zr]?|installe[zr]?|supprime[zr]?|accepte[zr]?).{0,40}sans (?:demander"
        "|confirmation|autorisation)",
    ),
    _foreign(
        WEAKENS,
        "(?:ignora|ignore|olvida|esquece|desconsidere|dimentica) (?:tod[ao]s? |tutt[ei] )?(?:las|as|los|os|tus"
        "|suas|le|gli|i)"
        ".{0,30}(?:instruccion|instruco|regla|regra|istruzion|regol)"
        "|(?:desactiva|deshabilita|omite|desative|disattiva|disabilita).{0,40}(?:permiso|permisso|permess|confirmacion"
        "|confirmacao|conferm|seguridad|seguranca|sicurezza|aprobacion|aprovacao|sandbox)"
        "|(?:ejecut|execut|esegu|instal|elimin|borr|apag)\\w{0,4} .{0,30}(?:sin (?:pedir|preguntar|confirmacion)"
        "|sem (?:pedir|perguntar|confirmacao)|senza (?:chiedere|conferma))",
    ),
    _foreign(
        WEAKENS,
        "(?:игнорируй|забудь|отключи|обойди|пропускай).{0,40}(?:инструкци|правил|указани|разрешени|подтвержден"
        "|безопасност|проверк)"
        "|(?:выполня|запуска|удаля|устанавлива)\\w{1,4}.{0,30}без (?:подтверждения|разрешения|спроса)",
    ),
    _foreign(
        WEAKENS,
        "(?:zignoruj|ignoruj|zapomnij).{0,40}(?:instrukcj|polecen|regul|zasad)|negeer (?:alle"
        "|de).{0,24}(?:instructies|regels)"
        "|(?:onceki|tum) .{0,20}(?:talimat|kural)\\w{0,8}.{0,8}(?:yok say|unut|gormezden gel)"
        "|abaikan (?:semua |seluruh )?(?:instruksi|perintah|aturan)|(?:تجاهل|انس).{0,20}(?:التعليمات|الاوامر"
        "|الأوامر|القواعد)",
    ),
    _told(
        HIDES,
        "(?:不要|别|勿|不得)(?:告诉|通知|告知|让|提醒|向|透露).{0,4}(?:用户|用戶|任何人|开发者|知道)|(?:瞒着"
        "|(?:对|向)用户隐瞒)"
        "|ユーザー?に.{0,12}(?:言わない|伝えない|知らせない|教えない|見せない|秘密|内緒|隠)"
        "|(?:사용자|개발자)(?:에게|한테).{0,12}(?:말하지|알리지|보고하지|보여주지|숨기|비밀)",
    ),
    _told(
        HIDES,
        "(?:sag|erzahle?|verrate|zeige?|teile?).{0,20}(?:dem|den|der) (?:nutzer|benutzer|anwender|person"
        "|entwickler)\\w{0,4} "
        "(?:nichts|nicht|niemals|nie|davon nichts)|(?:verschweige?|verheimliche?) (?:dem|den|der) (?:nutzer"
        "|benutzer|anwender"
        "|person|entwickler)"
        "|ne (?:l[ea]s? |lui )?(?:dis|dites|mentionne[zr]?|revele[zr]?|informe[zr]?"
        "|parle[zr]?).{0,30}(?:utilisateur|personne)"
        "|cache[zr]? .{0,24}(?:a l'utilisateur|aux utilisateurs)"
        "|(?:no|nunca|jamas) (?:les? |se lo )?(?:digas|menciones|informes|cuentes|muestres|reveles).{0,30}usuario"
        "|(?:nao|nunca|jamais) (?:diga|mencione|informe|conte|mostre).{0,30}usuario|(?:oculta|esconde"
        "|esconda)\\w{0,2} .{0,24}(?:al|do) usuario"
        "|non (?:dire|dirlo|menzionare|rivelare).{0,24}utente|nascondi.{0,24}utente"
        "|не (?:говори|сообщай|показывай|упоминай|рассказывай).{0,30}пользовател|скр(?:ой|ывай).{0,24}от пользовател"
        "|nie mow .{0,20}uzytkownik|vertel .{0,20}gebruiker .{0,8}niet(?:s)?\\b|jangan (?:beri ?tahu"
        "|katakan).{0,20}pengguna"
        "|لا تخبر.{0,12}المستخدم",
    ),
    _foreign(SENDS, rf"{_SEND}|\bhoch\b", _PRIVATE, _PLACE),
    _foreign(RUNS, _RUN, _DOWNLOAD, "https?://"),
    _foreign(
        STEERS,
        "(?:删除|清空|忘记|清除).{0,6}(?:所有|其他|其它|全部).{0,4}(?:记忆|笔记)|(?:他の|すべての|全ての)(?:記憶"
        "|メモ).{0,4}(?:削除|消去|忘れ)"
        "|(?:다른|모든) ?(?:기억|메모).{0,4}(?:삭제|지우)"
        "|(?:losche?|vergiss) (?:alle|andere|die anderen).{0,16}(?:erinnerung|notiz)"
        "|(?:supprime[zr]?|efface[zr]?|oublie[zr]?) (?:toutes |tous )?(?:les|tes).{0,16}(?:souvenirs|memoires|notes)"
        "|(?:borra|elimina|olvida|apaga|cancella) (?:tod[ao]s |tutt[ei] )?(?:las|los|as|le|i"
        "|gli).{0,16}(?:memori[ae]s?|recuerdos|ricordi)"
        "|(?:удали|забудь|сотри).{0,16}(?:воспоминани|заметк)",
    ),
    _told(STEERS, f"{_THIS_NOTE}.{{0,40}}?{_GONE}|{_GONE}.{{0,24}}?{_THIS_NOTE}", _NOT),
)
