"""Groups of words that stand for one another in everyday talk, kinds of things beside their commonest examples.

They are written as `fold` gives them.
"""

# Groups are parted by commas.
EVERYDAY_SYNONYMS = """
    child children kid kids son daughter toddler baby boy girl, family relatives relative parents siblings household
    kin, mother mom mum mommy mama parent, father dad daddy papa parent, brother sister sibling, grandmother grandma
    granny nana, grandfather grandpa granddad, husband spouse partner hubby, wife spouse partner, boyfriend
    girlfriend partner fiance fiancee, marry marriage married wedding wed bride groom engaged engagement, divorce
    divorced separation split breakup, aunt uncle cousin niece nephew, friend friends buddy pal mate companion,
    neighbor neighbour neighborhood, birth born birthday newborn pregnant pregnancy, die died death dead passed
    funeral deceased, adopt adoption foster orphan adoptive, pet pets dog cat puppy kitten hamster parrot animal,
    dog dogs puppy pup canine pooch, cat cats kitten kitty feline, bird birds parrot, horse horses pony riding
    equestrian, animal animals wildlife creature pet, fish fishing aquarium, home house apartment flat place
    residence condo, live reside living residence, move moved relocate relocation relocated, rent lease tenant
    landlord, room bedroom kitchen bathroom, furniture sofa couch chair table, garden gardening yard plants, plant
    plants flower flowers tree succulent, city town metropolis, village countryside rural, country nation abroad
    foreign, origin roots hometown native homeland, beach ocean sea coast shore seaside, mountain mountains hill
    peak summit alps, hike hiking trek trekking trail walk, forest woods woodland nature, lake river waterfall pond,
    park playground, nature outdoors outdoor wilderness, camp camping campsite tent campfire, travel trip journey
    vacation holiday tour visit getaway, trip trips travel vacation roadtrip excursion, flight plane airplane fly
    airport, train railway, car vehicle auto drive truck, bike bicycle cycling cycle ride, boat ship sailing sail
    cruise kayak, visit visited trip went, job work career occupation profession employment position employed,
    career profession job path field, company firm employer business corporation startup, business shop store
    company entrepreneur startup venture, boss manager supervisor, colleague coworker teammate, employee staff
    worker, hire hired recruit job, fired laid layoff lost quit, quit resign resigned leave, promotion promoted
    raise, salary wage pay income earn, retire retired retirement pension, interview interviewed, money cash funds
    finance financial, finances finance money budget savings, cheap affordable inexpensive bargain, expensive costly
    pricey, buy bought purchase purchased shopping get, sell sold sale, gift gifts present presents, donate donation
    charity fundraiser fundraising, charity nonprofit volunteer donation cause, volunteer volunteering volunteered
    charity shelter, school class classroom education, education study studies degree school learning, university
    college campus, student pupil classmate, teacher instructor tutor professor mentor, teach taught lesson lessons
    instruct coach, degree diploma bachelor master graduate major, graduate graduated graduation degree, exam test
    quiz, course class workshop lesson, learn learned study studying, research study researching investigate,
    science scientist, book books novel read reading literature author, author writer novelist, write writing
    written wrote, story stories tale, poem poetry poet, library librarian books, magazine newspaper article, blog
    blogger blogging, letter letters mail, language spanish french, music song songs tune band, song songs track
    tune music, band group musicians, musician singer artist band performer, instrument instruments guitar piano
    violin drums clarinet flute cello saxophone trumpet ukulele, sing singer singing vocals choir, guitar guitarist,
    piano pianist keyboard, violin violinist fiddle, drum drums drummer, concert gig show festival performance live,
    festival fair carnival celebration, dance dancing dancer ballet salsa, movie movies film films cinema, show
    series tv television, actor actress acting cast, theater theatre play stage drama musical, game games gaming
    gamer video play, game videogame console xbox playstation nintendo, boardgame chess puzzle monopoly, tournament
    competition contest championship, win won winner victory champion, lose lost loser defeat, prize award trophy
    medal, team squad club, sport sports athletic basketball football soccer tennis baseball volleyball hockey,
    basketball hoops nba, football soccer, swim swimming pool swimmer, run running jog jogging marathon race, gym
    workout exercise fitness training, exercise workout fitness, yoga meditation meditate mindfulness, relax
    relaxing unwind rest destress calm peaceful, stress stressed stressful pressure anxiety, art arts painting
    drawing artwork sculpture, paint painting painted painter canvas artwork, draw drawing sketch sketching, photo
    photos picture photograph photography image, photography photographer camera photos, craft crafts handmade diy
    pottery knitting, pottery ceramic ceramics clay pot bowl, sew sewing knit knitting crochet quilt, creative
    creativity art imagination, hobby hobbies pastime interest leisure, hobbies activities activity pastime
    interests, activity activities hobby, interest interests passion hobby, passion passionate love, museum gallery
    exhibit exhibition, event events gathering occasion, party parties celebration birthday, celebrate celebrated
    celebration party, food meal dish cuisine eat, eat ate eating food meal, meal dinner lunch breakfast supper,
    cook cooking cooked recipe chef bake kitchen, bake baking baked cake cookies pastries bread, recipe recipes dish
    cook, restaurant cafe diner eatery bistro, dessert desserts cake pie ice cream cookies, drink drinks beverage
    tea coffee juice, coffee espresso latte cafe, beer wine alcohol drink, vegetarian vegan meat plant-based, diet
    dieting nutrition healthy, healthy health wellness wellbeing fit, vegetable vegetables veggies, fruit fruits
    apple berries, allergy allergic allergies intolerance, ill illness sick disease unwell, sick ill unwell flu
    cold, doctor physician medical hospital clinic, hospital clinic doctor surgery er, medicine medication drug
    pills, pain hurt ache injury, injury injured hurt accident, accident crash collision incident, therapy therapist
    counseling counselor psychologist, counseling counselor counselling therapy mental, mental psychological
    emotional wellbeing, weight overweight diet, sleep slept insomnia rest, tired exhausted fatigue, happy glad
    joyful joy thrilled delighted, sad unhappy upset down depressed, depressed depression sadness, angry mad
    furious, afraid scared fear frightened phobia, worry worried anxious anxiety nervous concern, proud pride,
    excited excitement thrilled, surprise surprised shock, love loved adore passion, hate dislike despise, like
    likes enjoy enjoys love prefer favorite, favorite favourite preferred beloved best, grateful thankful gratitude
    appreciate, feel feeling feelings felt emotion emotions, support supported supportive help encourage
    encouragement, help helped assist assistance aid, advice advise recommend suggestion suggest tip tips, recommend
    recommended recommendation suggest, encourage encouraged inspire motivate, inspire inspired inspiration motivate
    motivation, motivate motivated motivation drive reason, goal goals aim objective dream ambition plan, plan plans
    planning intend, dream dreams goal aspiration, decide decided decision choose, choose chose choice pick select,
    idea ideas concept thought, think opinion thought believe, opinion view thoughts, know knew knowledge, remember
    remembered memory recall reminder remind, memory memories remember, forget forgot forgotten, problem problems
    trouble issue difficulty challenge, challenge challenges obstacle difficulty struggle hurdle, struggle struggles
    struggled difficulty, difficult hard tough challenging, easy simple, succeed success successful achievement
    accomplish, achieve achievement accomplishment accomplish milestone, fail failed failure, improve improved
    improvement better, change changed transition transform, transition transitioning change journey, gender
    identity transgender trans sexuality, gay lgbt lgbtq queer pride, equality rights justice inclusion inclusive,
    discrimination prejudice bias, community group neighborhood, group groups club organization community,
    organization organisation nonprofit agency association, religion religious faith church spiritual, church
    religious, politics political politician election vote, military army soldier veteran war, police cop officer,
    law legal lawyer attorney court, government council mayor, environment environmental climate nature
    conservation, recycle recycling waste, weather rain sunny storm snow, hot heat warm, cold chilly freezing,
    summer july august june, winter december january february, autumn fall october november, spring april may march,
    morning sunrise dawn, evening sunset dusk, night tonight evening, weekend saturday sunday, christmas xmas
    holiday, halloween costume, thanksgiving turkey, clothes clothing outfit dress wear, dress outfit gown, shoes
    sneakers boots footwear, jewelry necklace ring bracelet earrings, necklace pendant jewelry, hair haircut
    hairstyle, symbol symbolize represent meaning stands, meaning mean significance significant, represent
    represents symbolize, remind reminds reminder memory, computer laptop pc, phone smartphone mobile cell, internet
    online web, video videos clip youtube, social instagram facebook twitter media, speech talk presentation speak,
    talk talked conversation chat discuss discussion spoke, discuss discussed talk discussion, call called phone,
    meet met meeting encounter, attend attended went join joined participate, join joined member sign, participate
    participated participation attend take part, start started begin began launch open, open opened opening launch
    start, finish finished complete completed end done, continue keep ongoing, stop stopped quit, try tried attempt,
    make made create created build, create created creation make design, build built construct, repair repaired fix
    fixed, break broke broken, clean cleaned cleaning tidy, organize organized arrange, collect collected
    collection, collection collect collects collector, find found discover discovered, discover discovered discovery
    find, search searching look seek, lose lost missing, give gave given donate, receive received got get, send sent
    mail, bring brought take, share shared sharing, show showed shown, see saw seen watch spot, watch watched see,
    hear heard listen, listen listened hear, tell told say said mention, say said mention, ask asked question
    request, answer answered reply, promise promised, agree agreed, argue argued argument fight, fight fought
    argument conflict, big large huge great, small little tiny, old older age aged, age old years birthday, young
    younger youth teenager teen, new recent latest, beautiful pretty gorgeous stunning, good great nice, bad
    terrible awful poor, important significant essential key, special unique meaningful, different various diverse,
    same similar alike, strange weird odd unusual, famous celebrity popular star, kind type sort, reason why because
    cause motivation, purpose goal aim, result outcome effect, effect affect impact influence, influence influenced
    impact affect, benefit benefits advantage help, experience experienced undergo, color colour colors red blue
    green, nickname name called, job title role position, state country city location, place location spot area,
    location place where, distance far miles, number many count amount, often frequently regularly, long duration
"""
