"""Words that say little: those of any chat, the common words of everyday life, and those of every software project.

They are written as `fold` gives them.
"""

CHAT_WORDS = """
    thanks thank thx ty please pls plz hello hi hey yo bye goodbye morning evening tonight welcome sorry oops wow
    cool nice great awesome perfect excellent fantastic amazing wonderful lovely good bad better best worse worst
    fine sure okay ok okey alright yep yeah yup yes nope nah no right wrong true really actually basically literally
    simply obviously clearly probably possibly hopefully honestly seriously exactly absolutely definitely certainly
    totally completely currently recently finally eventually usually generally normally mostly mainly quickly slowly
    easily immediately directly correctly properly wondering wonder guess suppose think thought know knew known
    believe feel felt hope wish want wanted need needed like love hate prefer try tried help helped tell told say
    said says ask asked talk speak explain show shown look looked see saw seen watch hear heard find found give take
    took taken bring brought come came coming go goes going went gone make made making do doing let put keep kept
    leave left get got use used using seem appear happen happened mean meant matter care mind start started begin
    began stop stopped finish finished continue wait waiting thing things stuff something anything nothing
    everything someone anyone way ways kind sort type bit lot lots little much many more less few several couple
    half whole part piece rest first second third last next previous former latter one two three four five six seven
    eight nine ten zero hundred thousand again once twice ever never always often sometimes soon later now today
    yesterday tomorrow day days week weeks month months year years hour hours minute minutes moment time times ago
    already yet still just even only also too very quite pretty rather almost maybe perhaps anyway however though
    although because since instead unless until while whether why how what when where who which whose new old big
    small large huge tiny short long high low quick fast slow easy hard simple difficult possible impossible able
    unable ready same different other another own certain various main real full empty early late far near close
    open closed idea question answer problem issue reason point case example fact result detail hint note word name
    people person guy guys somebody everybody man woman friend boss team colleague user users me myself yourself
    stay set sets given gives keeps lets gonna wanna gotta dont doesnt didnt isnt wasnt arent cant couldnt wont
    wouldnt shouldnt havent hasnt im ive id ill youre youve theyre theres thats whats hows heres lol haha hmm ah oh
    uh um btw fyi asap imo afaik idk tbh etc weird strange odd funny interesting important useful useless confused
    confusing confuse understand understood remember forget forgot forgotten remind reminder decide decided choose
    chose chosen pick picked expect expected assume assumed agree disagree suggest recommend advise consider check
    checked double-check figure figured work works worked working job task plan step steps turn turns move moved
    change changed changes changing fix fixed fixing add added adding remove removed removing create created
    creating delete deleted update updated updating edit edited write wrote written writing read reading rewrite
    redo undo call called run ran running build built building test tested testing tests break broke broken breaks
    fail failed fails failing error errors bug bugs code file files folder line lines proceed ahead carry done
    appreciate appreciated glad happy afraid worried briefly brief summary summarize summarise shorten describe
    description joke poem story weather write-up draft rephrase translate translated sentence paragraph sounds sound
    looks feels makes sense
"""

COMMON_WORDS = """
    ability above accept accident according account across act action active activity actual addition address adult
    advance advantage advice affect afford afternoon age agency ahead aim air allow alone amount angry animal
    announce annual apart apartment apparent apple apply approach appropriate area argue argument arm around arrange
    arrive art article aside aspect attack attempt attend attention attitude audience author authority available
    average avoid award aware baby back background bag balance ball ban band bank bar base basic basis battle beach
    bear beat beautiful become bed beer behavior belief belong benefit beside beyond bill bird birth bit black block
    blood blow blue board boat body bone book border borrow bother bottle bottom bowl box boy brain brand bread
    break breakfast breath brief bright broad brother brown budget burn bus business busy buy cake camera camp
    campaign cancel candidate capital car card career careful carry cat catch category cause cell center central
    century chain chair challenge chance character charge chat cheap cheese chicken chief child choice church circle
    citizen city claim class clean clear clearly client climb clock clothes cloud club coffee cold collect college
    color combine comfort comfortable comment commercial common community company compare competition complain
    complete complex concept concern condition conference confirm connect consequence consist constant contact
    contain content contest context contract contrast contribute control conversation cook copy corner correct cost
    count country course court cover crazy credit crew crime crisis critical cross crowd cry culture cup curious
    customer cut daily damage dance danger dark date daughter dead deal death debate debt decade deep degree deliver
    demand depend describe desert deserve design desire desk despite determine develop die diet difference dinner
    direct direction dirty disappear discover discuss discussion disease dish distance divide doctor dog dollar door
    doubt downtown dozen draw dream dress drink drive driver drop dry due dust duty each ear earn earth ease east
    eat economy edge education effect effort egg either election else email emotion emphasis employee encourage end
    enemy energy engage enjoy enough ensure enter entire entry environment equal escape especially essential
    establish estimate evening event everyday everywhere evidence examine excited exciting excuse exercise exist
    existing expensive experience expert explore express extra extreme eye face factor fair faith fall familiar
    family famous fan farm fashion father fault favor favorite fear feature feed feedback field fight figure fill
    film final finger fire firm fish fit flat flight floor flow flower fly focus folk follow following food foot
    football force foreign forest forever form formal forward frame free freedom fresh friday friendly front fruit
    fun function fund funny furniture future gain game garden gas gate gather gay general generation gentle gift
    girl glass goal gold government grab grade grand grandmother grass green ground group grow growth guard guest
    guide habit hair hand handle hang happy harm hat head health healthy heart heat heavy height hell hidden hide
    highlight hill hire history hit hobby hold hole holiday home honest horse hospital host hot hotel house huge
    human hundred hungry hurt husband ice ideal identify identity ignore ill illness image imagine impact imply
    impression improve improvement include including income increase indeed independent indicate individual industry
    inform information initial injury inside insist inspire instance instruction insurance intend intention interest
    international interview introduce invest invite involve island item jacket join journey joy judge juice jump
    july june january february march april august september october november december monday tuesday wednesday
    thursday saturday sunday weekend key kick kid kill king kiss kitchen knee knife knock knowledge label lack lady
    lake land language laptop laugh law lawyer lay lead leader league lean learn least lecture leg legal lend length
    lesson letter level library lie life lift light limit link lip list listen live local location lock log lonely
    loose lose loss loud lower luck lucky lunch machine mad magazine mail maintain major majority male manage
    manager manner map mark market marriage married mass master match material math meal measure meat media medical
    medicine meet meeting member memory mention menu mess message method metal middle milk million mirror miss
    mistake mix mobile mode model modern mom money mood moon mostly mother motion mountain mouse mouth movie mum
    music narrow nation natural nature neck negative neighbor neither nervous network news newspaper night noise
    none normal north nose notice novel number object obtain obvious occasion occur ocean offer office officer
    official oil online onto operate operation opinion opportunity opposite option orange order ordinary
    organization original otherwise outcome outside overall owe owner pack page pain paint pair panic paper parent
    park partner party pass passion past path patient pattern pause pay payment peace pen perform performance period
    permanent personal pet phone photo phrase physical picture pizza place plane plant plastic plate play player
    pleasure plenty plus pocket police policy political poor pop popular population position positive possess
    possibility post pot potential pound power powerful practical practice prepare presence present president press
    pressure pretend prevent price pride principle print prior private prize process produce product profession
    professional profit program progress project promise promote proof proper protect proud prove provide public
    pull purchase purpose push quality quarter queen quiet quit quote race radio rain raise range rare rate reach
    react reaction real reality realize recall receive recent recipe recognize record recover red reduce refer
    reference reflect refuse regard region regular relate relation relationship relative relax release relevant
    relief religion rely remain remarkable repair repeat replace reply report represent request require research
    reserve resource respect respond response responsible restaurant return reveal review rich ride ring rise risk
    river road rock role roll room rope rough round route row rule rush sad safe safety sale salt sample sand
    satisfy save scale scared scene schedule school science score screen sea search season seat secret section
    secure seek select sell send senior sense separate series serious serve service session settle shadow shake
    shape share sharp shift shine ship shirt shock shoe shoot shop shot shoulder shout shower shut sick side sight
    sign signal significant silence silent silly silver similar simple sing single sister sit site situation size
    skill skin skip sky sleep slice slide slight smart smell smile smoke smooth snow social society soft software
    soil solid solution solve son song soul source south space spare special specific speech speed spell spend
    spirit split sport spot spread spring square staff stage stair stand standard star state statement station
    status steal stick stock stomach stone store storm straight stranger street strength stress stretch strike
    string strong structure struggle student study style subject succeed success sudden suffer sugar suggestion suit
    summer sun support surface surprise surround survey survive suspect sweet swim swing switch system table talent
    tall tape target taste tax tea teach teacher tear technical technology telephone television temporary tend term
    terrible text theater theme theory thick thin thirty throat throw ticket tie tight tip tired title together tone
    tongue tool tooth top topic total touch tough tour toward town toy track trade tradition traffic train training
    transfer transport travel treat treatment tree trial trick trip trouble truck truly trust truth twelve twenty
    twist ugly uncle understanding unique unit university upper upset usual vacation valuable value variety vast
    version victim video view village violence visit visitor voice volume vote wake walk wall war warm warn warning
    wash waste water wave weak wealth wear wedding weight west wet wheel white wide wife wild willing win wind
    window wine wing winner winter wise within wonder wood wooden worker workout world worry worth wrap yard yellow
    young zone
"""

TRADE_WORDS = """
    abstract access accessor adapter algorithm alias allocate analyze api app application apps architecture archive
    argument array assert assertion assign async attach attribute automate automatic automation await backend
    backlog backup base batch benchmark binary bind bool boolean boot bootstrap boundary branch branches browser
    buffer bump bundle button byte bytes cache cached callback catch changelog char checkout chunk ci class cleanup
    cli click client clone close cloud cluster codebase collection column columns command commands commit commits
    compile compiler component components compute computer concurrency concurrent config configs configuration
    configure connect connection console const constant constraint constructor container content context contributor
    convention convert core counter coverage cpu crash crashed cron css csv current cursor custom daemon dashboard
    data database dataset date db debug debugger debugging declare decode decorator default define definition delay
    dependencies dependency deploy deployed deploying deployment deprecated desktop dev develop developer developers
    development device devices diff dict dictionary directory dirs disable display dist django doc docker dockerfile
    docs document documentation domain download driver dump duplicate editor element email embed emit enable encode
    encoding endpoint endpoints engine engineer engineering entity entries entry enum env environment environments
    eslint event events exception exec executable execute execution exit export exports expose expression extend
    extension extract factory fallback feature features fetch field fields filename filter flag flags flaky flow
    font fork form format formatter formatting framework frontend function functions generate generated generator
    generic getter git github gitlab global go golang grep group guard handle handler handling hardcoded hash header
    headers heap helper helpers hook hooks host hosting hotfix html http https icon id ide identifier ids image
    images implement implementation import imports improve include index infrastructure inherit init initial
    initialize inject inline input inputs insert inspect install installed instance int integer integrate
    integration interface internal invalid invoke ip issue items iterate iteration iterator java javascript job jobs
    join js json kernel key keyboard keys keyword label laptop latency latest launch layer layout lib libraries
    library limit lint linter lints linux list load loader loading local localhost lock log logged logger logging
    logic login logs loop mac machine macos macro main maintain makefile manager map mapping markdown master match
    max memory menu merge merged merging message messages metadata method methods metric metrics middleware migrate
    migration migrations min mobile mock mode model models module modules monitor monitoring monorepo namespace
    native navigation nested network node npm null number object objects offline offset online open operator
    optimize option optional options order origin output override package packages page pages panel param parameter
    parameters params parse parser parsing patch path paths pattern payload performance permission permissions pip
    pipeline pipelines platform plugin plugins pointer policy pool port ports post pr prefix preview print priority
    private process processes processing prod production profile program programming project projects prompt
    properties property protocol provider proxy public publish pull push python queries query queue random range raw
    react readme record records recursive redirect refactor refactored refactoring reference regex register registry
    regression release released releases releasing reload remote rename render replace repo report repos
    repositories repository request requests require required requirement requirements reset resolve resource
    resources response rest restart restore result results retry return returns reuse review reviewer revert roadmap
    rollback root route router routes rule rules runner runtime rust save schedule schema scope screen screenshot
    script scripts sdk search section secret secrets security select send sequence serialize server servers service
    services session setter setting settings setup share shell simulate size skip slug snapshot snippet socket
    software solution sort source spec specs split sprint sql src stable stack stage staging standard startup state
    static status stderr stdin stdout storage store story stream string strings struct structure style styles submit
    suite support switch sync syntax system systems tab table tables tag tags target template templates terminal
    text theme thread threads throw ticket timeout timeouts timestamp tool tooling tools trace traceback track
    transaction trigger truncate tutorial typescript types typo ubuntu ui unit unix unused upgrade upgraded upload
    url urls utils ux valid validate validation value values variable variables verbose verify version versions view
    virtual warning warnings watch web webpage website widget window windows wiki wrapper workflow workspace xml
    yaml yarn zip
"""
