"""Everyday words of other languages and of the software talk in them, which say as little as their English fellows.

They are written as `fold` gives them.
"""

FOREIGN_WORDS = """
    hallo danke bitte gut gute guten besser schlecht neu neue neuen neuer neues alt alte gross klein schnell langsam
    einfach schwer richtig falsch wichtig heute morgen gestern tag tage woche monat jahr stunde minute zeit mal ding
    dinge sache sachen frage antwort problem grund beispiel teil seite zeile zeilen name wort mensch leute arbeit
    arbeiten geht gehen gehe kommt kommen sagen sagt sehen sieht zeigen zeig zeige geben gib nehmen nimm brauche
    brauchen wissen weiss denke glaube finde finden suchen lesen lies schreiben schreib schreibe erklaren erklar
    erzahl lassen lass starten laufen lauft andern andere aendern hinzufugen entfernen loschen erstellen erstelle
    fehler funktion funktionen datei dateien ordner klasse methode variable test tests code programm projekt version
    befehl ausgabe eingabe liste tabelle wert werte benutzer fenster knopf schaltflache bauen bau anpassen nutzen
    benutzen verwenden alles nochmal wetter essen film witz bonjour salut merci bon bonne bien mieux mauvais nouveau
    nouvelle nouveaux vieux grand grande petit petite vite lent facile difficile vrai faux important aujourd hui
    demain hier jour jours semaine mois annee heure temps fois chose choses question reponse probleme raison exemple
    partie page ligne lignes nom mot gens travail travailler aller va vais venir dire dis voir montrer montre donner
    donne prendre savoir sais penser pense croire trouver trouve chercher lire ecrire ecris expliquer explique
    lancer lance changer change ajouter ajoute enlever supprimer supprime creer cree corriger corrige erreur erreurs
    fonction fonctions fichier fichiers dossier classe programme projet commande sortie entree tableau valeur
    utilisateur fenetre bouton utiliser meteo manger blague hola gracias favor bueno buena mejor malo nuevo nueva
    nuevos viejo pequeno rapido lento facil dificil correcto importante hoy manana ayer dia dias semana mes ano hora
    tiempo vez veces cosa cosas pregunta respuesta problema razon ejemplo parte pagina linea lineas nombre palabra
    gente trabajo trabajar ir voy decir dime ver mostrar muestra dar dame tomar saber pensar encontrar buscar leer
    escribir escribe explicar explica ejecutar ejecuta cambiar cambia agregar agrega anadir anade quitar eliminar
    elimina borrar crear crea corregir error errores funcion funciones archivo archivos carpeta clase metodo codigo
    programa proyecto comando salida entrada lista tabla valor usuario ventana boton usar clima comer chiste ola
    obrigado obrigada bom boa melhor ruim novo nova novos velho certo errado hoje amanha ontem tempo coisa coisas
    pergunta resposta motivo exemplo linha linhas nome palavra trabalho trabalhar dizer mostre pegar achar procurar
    ler escrever escreva rodar rode mudar mude adicionar adicione remover remova excluir criar crie corrigir corrija
    erro erros funcao funcoes arquivo arquivos pasta variavel projeto saida tabela janela botao ciao grazie buono
    buona meglio cattivo nuovo nuova nuovi vecchio piccolo veloce giusto sbagliato oggi domani ieri giorno settimana
    mese anno ora volta cose domanda risposta esempio riga righe parola lavoro lavorare andare vedere mostrare
    mostra dare prendere sapere pensare trovare cercare leggere scrivere scrivi spiegare spiega eseguire esegui
    cambiare aggiungere aggiungi rimuovere rimuovi creare correggere correggi errore errori funzione funzioni
    cartella variabile codice programma progetto elenco tabella valore utente finestra pulsante usare bedankt graag
    goed beter slecht nieuw nieuwe oud groot snel langzaam makkelijk moeilijk vandaag gisteren dag week maand jaar
    uur tijd keer dingen vraag antwoord probleem reden voorbeeld deel regel naam woord werk werken gaan komen zeggen
    zien tonen geven nemen weten denken vinden zoeken lezen schrijven uitleggen veranderen toevoegen verwijderen
    maken fout fouten functie bestand bestanden map variabele opdracht gebruiker knop gebruiken tack bra ny nya
    gammal stor liten idag imorgon vecka fel fil filer kod skriv visa lagg andra ta bort takk god nytt gammel uke
    feil funksjon kode vis legg endre fjern dzieki prosze dobry nowy nowa stary duzy maly dzisiaj jutro dzien blad
    bledy plik pliki funkcja napisz pokaz dodaj zmien usun uruchom tesekkurler lutfen iyi yeni eski buyuk kucuk
    bugun yarin gun hata dosya fonksiyon yaz goster ekle degistir sil calistir спасибо пожалуиста привет хорошо
    плохо новыи новая новые старыи большои маленькии быстро медленно сегодня завтра вчера день неделя месяц год час
    время раз вещь вопрос ответ проблема причина пример часть страница строка имя слово люди работа работает
    работать сделаи сделать покажи показать даи наиди наити искать читать напиши написать объясни объяснить запусти
    запустить измени изменить добавь добавить удали удалить создаи создать исправь исправить ошибка ошибки функция
    функции фаил фаилы папка класс метод переменная код программа проект команда список таблица значение
    пользователь кнопка тест тесты 什么 怎么 为什 么样 怎样 如何 可以 能不 不能 需要 应该 这个 那个 这里 那里 一下
    一个 我们 你们 他们 今天 明天 昨天 现在 时候 时间 问题 原因 例子 部分 名字 大家 工作 帮我 告诉 看看 显示 给我
    知道 觉得 找到 写一 解释 运行 修改 添加 增加 删除 创建 更新 修复 错误 报错 函数 文件 代码 程序 项目 版本 命令
    列表 变量 测试 数据 用户 按钮 方法 没有 不是 还是 就是 因为 所以 如果 天气 電影 电影 吃什 謝謝 谢谢 你好 哪里
    哪个 多少 是什 的是 是谁 这段 段代 那么 怎麼 什麼 這個 檔案 程式 錯誤 請問 请问 関数 追加 変更 修正 削除 実行
    作成 表示 確認 説明 問題 理由 今日 明日 昨日 時間 名前 変数 一覧 値を 何で 何が 何を 教え 書い 見せ 使い 使う
    動か 場合 必要 今の 天気 映画 ファ ァイ イル エラ ラー コー ード テス スト メソ ソッ ッド クラ ラス プロ ログ
    グラ ラム バー ージ ジョ ョン リス ボタ タン デー ータ ユー ーザ ザー 하는 하고 해줘 해주 주세 세요 이거 그거
    저거 무엇 뭐야 어떻 떻게 어디 왜이 이유 오늘 내일 어제 지금 시간 문제 이름 부분 예제 함수 파일 테스 스트 오류
    에러 수정 추가 삭제 변경 실행 생성 확인 설명 코드 변수 목록 버튼 사용 데이 이터 프로 로그 그램 젝트 로젝 버전
    명령 입니 니다 습니 있어 있는 없어 없는 해요 나요 인가 하면 려면 으로 에서 에게 까지 부터 날씨 점심 영화 추천
    몇명 해야 하나 은어 는어
"""
