"""Function words of the languages memories are written in: they carry no topic, and tell the language of a text.

They are written as `fold` gives them.
"""

STOP_WORDS: dict[str, str] = {
    "english": """
        a about above across after again against all almost along already also although always am among an and another
        any anybody anyone anything anyway anywhere are aren around as at away back be became because become been
        before behind being below beside besides between beyond both but by came can cannot come could couldn did didn
        do does doesn doing don done down during each either else enough etc even ever every everybody everyone
        everything everywhere except few for from further gave get gets getting give given going gone gonna got had
        hadn has hasn have haven having he hence her here hers herself him himself his how however i if im in indeed
        instead into is isn it its itself ive just lately least less let lets like ll many may maybe me might mightn
        mine more moreover most much must mustn my myself namely near neither never nevertheless no nobody none nor
        not nothing now nowhere of off often ok okay on once one ones only onto or other others otherwise ought our
        ours ourselves out over per perhaps please quite rather re really s same seem seemed seems shall shan she
        should shouldn since so some somebody somehow someone something sometimes somewhere still such t take than
        that thats the their theirs them themselves then there thereby therefore these they thing things this those
        though through throughout thus till to together too toward towards under unless unlike until up upon us used
        ve very via was wasn way we well went were weren what whatever when whenever where whereas wherever whether
        which whichever while who whoever whole whom whose why will with within without won would wouldn yes yet you
        your yours yourself yourselves d m y o e g eg ie vs
    """,
    "german": """
        aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei
        beim bin bis bist da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darf darin
        daruber darum das dass davon davor dazu dein deine deinem deinen deiner dem den denn denen der deren des
        deshalb dessen die dies diese diesem diesen dieser dieses dir doch dort du durch durfen ein eine einem einen
        einer eines einige einigen einiger einmal er es etwa etwas euch euer eure fur gar gegen gerade gewesen gibt
        ganz hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
        indem ins ist ja jede jedem jeden jeder jedes jedoch jene jetzt kann kannst kein keine keinem keinen keiner
        konnen konnte konnten mal man manche mehr mein meine meinem meinen meiner mich mir mit muss mussen musste nach
        nachdem nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind
        so sobald solche soll sollen sollte sollten sondern sonst sowie uber um und uns unser unsere unserem unseren
        unter viel viele vom von vor wahrend wann war waren warum was weg weil weiter welche welchem welchen welcher
        welches wenn wer werde werden wie wieder will wir wird wirst wo wohl wollen worden wurde wurden zu zum zur
        zwar zwischen bitte mach machen macht
    """,
    "french": """
        a ai aie ainsi alors au aucun aucune auquel aussi autre autres aux avait avant avec avez avoir avons bien c ca
        car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment d dans de deja depuis des
        desormais donc dont du elle elles en encore entre es est et etaient etait etant ete etes etre eu eux fait
        faire faut fois font ici il ils j je jusqu jusque l la laquelle le lequel les lesquelles lesquels leur leurs
        lors lorsque lui m ma mais me meme memes mes moi moins mon n ne ni nos notre nous on ont ou par parce pas
        pendant peu peut peuvent peux plus pour pourquoi puis qu quand que quel quelle quelles quelque quelques quels
        qui quoi s sa sans se sera ses si sinon soit son sont sous suis sur t ta tandis te tes toi ton toujours tous
        tout toute toutes tres trop tu un une va vers veut veux voici voila vont vos votre vous y
    """,
    "spanish": """
        a al algo algun alguna algunas alguno algunos ante antes aquel aquella aquello asi aun aunque bajo bien cada
        casi como con contra cual cuales cuando cuanto de del desde donde dos durante e el ella ellas ello ellos en
        entre era eran eres es esa esas ese eso esos esta estaba estamos estan estar estas este esto estos estoy fue
        fueron ha habia hace hacer hacia han hasta hay he hemos la las le les lo los mas me mi mientras mis mismo muy
        nada ni no nos nosotros nuestra nuestro nunca o os otra otras otro otros para pero poco por porque pues puede
        pueden puedo que quien quienes se sea segun ser si sido siempre sin sino sobre sois solo somos son soy su sus
        tal tambien tampoco tan tanto te tenemos tener tengo ti tiene tienen toda todas todavia todo todos tras tu tus
        un una unas uno unos usted ustedes va vamos y ya yo
    """,
    "portuguese": """
        a agora ainda algo alguem algum alguma algumas alguns ao aos apenas apos aquela aquele aquilo as assim ate
        cada com como contra da das de dela dele deles depois desde dessa desse desta deste disso do dos e ela elas
        ele eles em enquanto entao entre era eram essa essas esse esses esta estamos estao estar estas estava este
        estes estou eu faz fazer foi foram ha isso isto ja la lhe mais mas me mesma mesmo meu meus minha minhas muito
        muitos na nada nao nas nem nenhum nenhuma nessa nesse nesta neste no nos nossa nosso num numa nunca o onde os
        ou outra outras outro outros para pela pelas pelo pelos perante pode podem porque pois por posso pra qual
        quais qualquer quando quanto que quem se seja sem sempre ser sera seu seus so sob sobre sua suas tal tambem
        tanto te tem temos tenho ter teu toda todas todo todos tu tua tudo um uma umas uns vai voce voces vou
    """,
    "italian": """
        a abbiamo ad adesso agli ai al alla alle allo allora altra altre altri altro anche ancora avere aveva c che
        chi ci cio come con contro cosa cosi cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello
        dentro di dopo dove dove e ecco ed era erano essere fa fare fatto fino fra gia gli ha hai hanno ho i il in io
        l la le lei lo loro lui ma me mentre mi mia mie mio molto ne negli nei nel nella nelle nello no noi non nostra
        nostro o ogni oppure per perche pero piu poi possiamo posso prima puo qua qual quale quali quando quanto
        quella quelle quelli quello questa queste questi questo qui quindi se sei sempre senza si sia siamo sono sopra
        sotto sta stata stato su sua subito sue sui sul sulla sulle suo suoi tra tu tua tuo tutta tutte tutti tutto un
        una uno va vi voi vostra vostro
    """,
    "dutch": """
        aan al alle alleen als altijd ander andere ben bij daar dan dat de der deze die dit doen door dus een eens en
        er ge geen gewoon had heb hebben heeft hem hen het hier hij hoe hun ik in is ja je jij jou jouw jullie kan kon
        kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat ons onze ook op over
        reeds te tegen tijdens toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we weer wel
        welke werd wie wij wil willen word worden wordt zal ze zelf zich zij zijn zo zonder zou
    """,
    "swedish": """
        alla allt att av bara bli blir blev da de dem den denna deras dess dessa det detta dig din dina dit ditt du
        dar efter eller en er ett fran for finns ga gor gora ha hade han hans har hela hennes henne hon honom hos hur
        har i icke inom inte ingen inget ja jag kan kunde man med mellan men mer mig min mina mitt mot mycket maste ni
        nu nar nagon nagot nagra och om oss pa redan samma sedan sig sin sina sitt ska skall skulle som sa sadan till
        under upp ut utan vad var vara varfor varje vars vart vem vi vid vilka vilken vill at ar over
    """,
    "danish": """
        af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter
        eller en end er et for fordi fra ham han hans har havde have hende hendes her hun hvad hvem hver hvilken hvis
        hvor hvordan hvorfor hvornar i ikke ind ingen ja jeg jer jo kan kun kunne man mange med meget men mig min mine
        mod ned noget nogle nogen nu nar og ogsa om op os over pa sa sig sin sine skal skulle som sadan thi til ud
        under var vi vil ville vaere vaeret
    """,
    "norwegian": """
        alle andre at av bare begge ble blei bli blir da de deg dem den denne der dere deres det dette di din disse du
        eller en er et etter for fordi fra fram ha hadde han hans har her hun hva hvem hver hvilken hvis hvor hvordan
        hvorfor i ikke ingen inn ja jeg kan kom kun kunne man mange med meg meget mellom men mer min mitt mot mye ma
        na nar ned noe noen nei og ogsa om opp oss over pa sa seg selv sin sine sitt skal skulle slik som til ut uten
        var vart ved vi vil ville vaere vaert vare
    """,
    "finnish": """
        ei eika ella en ette etta han he hanen heidan ja jo jos joka jota joku jossa kaikki kanssa kuin kun kuka
        kuinka koska me meidan mina minun mika mikali missa miksi milloin mita mukaan mutta myos nama ne niin nyt noin
        olen olet oli olimme olisi olla ole olemme on ovat pitaa sen se seka sina sinun siis siella silla sita tai
        taman tama tassa te tuo vain vaan vai viela voi voin voidaan
    """,
    "hungarian": """
        a abban ahhoz ahogy aki alatt amely ami amikor annak arra az azert azok azon azt be benne csak de e egy el ez
        ezek ezt fel ha hanem hogy hogyan igen is itt ki le lehet lesz mar meg mert mi miatt miert mikor mindig minden
        mint mit most nagyon nekem nem nincs o ok olyan ott pedig sem szerint tehat utan vagy vagyok valami van vannak
        volt
    """,
    "romanian": """
        a acest aceasta aceste acestei aceea acela acelasi acum ai al ale am ar are as asta astfel atunci au avea ca
        care ce cel cele cineva cu cum da daca dar de deci decat despre din dintre dupa ea ei el ele era este eu fi
        fie fost iar ii il imi in inainte intr intre la le lor lui ma mai mea meu mult ne nici nimic nu o or ori pe
        pentru poate prin sa sau se si spre sub sunt suntem ta te toate toti totul tu un una unde unei unor unui va
        vor voi
    """,
    "turkish": """
        acaba ama ancak artık asla aslında az bana bazı belki ben beni benim bir biri birkac biz bize bizim bu buna
        bunda bundan bunu bunun burada cok cunku da daha dahi de degil diye en gibi gore hangi hani hem hep hepsi her
        hic icin ile ise kadar ki kim mı mi mu mu nasıl ne neden nerede niye o olan olarak oldu oldugu olur ona onlar
        onu onun orada oysa sanki sen siz sonra sey su tum var ve veya ya yani yok
    """,
    "catalan": """
        a al als amb aquest aquesta aquestes aquests aixo aixi ara be cada com d de del dels des doncs el ella ells
        els en encara entre era es esta et fa fins ha han he hem hi i ja jo l la les li lo m mai me mes meu molt n ne
        no nosaltres o on per perque pero poc pot quan que qui quin s sense ser seu si sobre som son sota t tambe tan
        te tot tots un una uns us va vaig vam van vol
    """,
    "indonesian": """
        ada adalah agar akan aku anda apa apakah atau bagaimana bahwa banyak beberapa belum bisa bukan dalam dan dapat
        dari dengan di dia harus hanya ini itu jadi jangan jika juga kalau kami kamu kapan karena ke kenapa kita lagi
        lebih maka masih mereka mengapa namun oleh pada para saat saja sampai sangat saya sebagai sebuah sedang
        sekarang semua seperti serta siapa sudah supaya tanpa tapi telah tentang tersebut tetapi tidak untuk yang
    """,
    "polish": """
        a aby ale ani az bardzo bez bo by byc byl byla bylo byly ci cie co czy dla do dlaczego gdy gdzie go i ich ile
        im inny ja jak jaki jako je jego jej jest jesli juz kazdy kiedy kto ktora ktore ktory lub ma maja mam mi mnie
        moze mozna moj na nad nam nas nasz nic nie niz no o od on ona one oni oraz po pod przed przez przy sa sie ta
        tak tam te tego tej ten to tu ty tylko tym u w we wiec wszystko z za ze
    """,
    "czech": """
        a aby aj ale ani az bez bude budou by byl byla byli bylo co coz do ho i ja jak jako je jeho jej jeji jen jeste
        ji jiz jsem jsi jsme jsou k kam kde kdo kdyz ke kter ktera ktere kteri ktery ma mezi mi mit mne muze na nad
        nam nas ne nebo neni nez nic o od on ona oni po pod podle pokud pouze prave pred pres pri pro proc proto s se
        si sve svuj ta tak take tam te tedy ten tento to tohle tu tuto ty u uz v vam vas ve vice vsak z za ze
    """,
    "vietnamese": """
        anh ban bi boi cac cai can chi cho chua co con cua cung da dang de den di do duoc gi hay hoac khi khong la lai
        lam len ma may minh mot nao nay nen neu nhu nhung no o qua ra rang rat sao se tai the thi theo toi trong tu va
        vao vay ve vi voi
    """,
    "russian": """
        а без более бы был была были было быть в вам вас ведь весь во вот все всего всех вы где да даже для до его ее
        еи если есть еще же за здесь и из или им их к как какая какие какои когда которыи которая которые кто ли либо
        мне можно мои моя мы на над надо нам нас наш не него нее нет ни них но ну нужно о об однако он она они оно от
        очень по под пока после потом потому почему при про раз с сам свои себя сеичас со так также там тебя тем то
        тоже только тот ты у уже хотя чего чем что чтобы эта эти это этого этои этом этот я
    """,
    "ukrainian": """
        а або але б без би бо був була були було в вам вас вже ви від він вона вони воно все де для до иого іі є за з
        зараз і із и іх як яка які якии коли кому лише ми міи мене ми на над нам нас наш не немає ні ну о от по під
        після при про с свіи себе та так такии там те тепер ти то тобто тому треба тут у хто це цеи цього чи чому ще
        що щоб я
    """,
    "greek": """
        αλλα αν αντι απο αυτα αυτη αυτο αυτοσ για γιατι δε δεν εαν ειμαι ειναι εκει ενα ενασ εχει η ηταν θα και κατα
        κι μα με μετα μη μια μου να ο οι ομωσ οπωσ οταν οτι ου παρα που προσ πωσ σαν σασ σε στη στην στο στον τα τη
        την τησ τι το τον του τουσ των ωσ
    """,
    "arabic": """
        إلى أن أو أي إذا إن أنا أنت في من على عن كل كان كانت كما كيف لا لم لن له لها ليس ما ماذا متى مع هذا هذه هل هم
        هو هي و هناك التي الذي ثم حتى عند غير قد بعد قبل بين ذلك تلك لماذا أين
    """,
    "hebrew": """
        של את על עם זה זו לא הוא היא הם אני אתה אנחנו כי גם או אם מה מי איך איפה למה מתי כל יש אין היה היו רק עוד כבר
        אבל לפני אחרי
    """,
    "hindi": """
        और का की के को में से है हैं था थी थे हो पर यह वह ये वे इस उस कि जो तो भी नहीं क्या कैसे कब कहाँ क्यों लिए साथ
        एक कर करना ने
    """,
    "persian": """
        و در به از که این را با است برای آن یک تا هم می شود باید کند نیست هست اگر چه چرا چگونه کجا کی من تو او ما شما
        آنها یا نه
    """,
}
