"""Closed word classes that more than one rule looks at."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text that is written as a list."""
    return frozenset(text.split())


KIN = word_set(
    """
    mother mom mum mama mommy mummy father dad papa daddy parent parents sister brother sibling siblings son daughter child children
    kid kids baby toddler grandmother grandma granny nan grandfather grandpa grandad granddad grandparent grandparents grandson
    granddaughter grandchild grandchildren aunt auntie uncle cousin cousins niece nephew twin twins stepmother stepmom stepfather
    stepdad stepbrother stepsister stepson stepdaughter mother-in-law father-in-law sister-in-law brother-in-law daughter-in-law
    son-in-law in-laws godmother godfather godson goddaughter family sisters brothers sons daughters
    """
)
PARTNERS = word_set(
    """
    wife husband spouse partner girlfriend boyfriend fiance fiancee fiancé fiancée ex ex-wife ex-husband
    """
)
PEOPLE = word_set(
    """
    friend friends bestie buddy roommate roommates flatmate flatmates housemate neighbour neighbor neighbours neighbors colleague
    colleagues coworker coworkers co-worker boss manager supervisor mentor teacher professor tutor coach trainer therapist doctor
    dentist landlord landlady client assistant intern student students teammate teammates classmate classmates babysitter nanny lawyer
    accountant hairdresser mechanic vet physio physiotherapist psychiatrist psychologist gp bandmate bandmates mate team
    """
)
PETS = word_set(
    """
    dog dogs puppy pup cat cats kitten kittens hamster rabbit bunny parrot budgie horse pony goldfish turtle tortoise snake gecko
    lizard guinea-pig ferret pet pets greyhound labrador beagle poodle terrier retriever collie dachshund chickens hen hens parakeet
    """
)
RELATIONS = KIN | PARTNERS | PEOPLE | PETS

RELATION_ADJECTIVES = word_set(
    """
    best older oldest elder eldest younger youngest little big late ex new old current former dear twin step half good close elderly
    first second only long-time longtime middle other own beloved adopted foster favourite favorite two three four
    """
)

BODY = word_set(
    """
    head hair eye eyes ear ears nose mouth tooth teeth throat neck shoulder shoulders arm arms elbow wrist wrists hand hands finger
    fingers back chest stomach tummy belly hip hips leg legs knee knees ankle ankles foot feet toe toes skin heart lungs liver muscles
    joints
    """
)
DETERMINERS = word_set("a an the my our your his her its their this that these those some any no every each all both")
PRONOUNS = word_set(
    """
    neither he she they it this that these those him her them his hers its their theirs who which what there here everyone everybody someone
    somebody anyone anybody nobody one something nothing everything anything none such both each another others
    """
)
PREPOSITIONS = word_set(
    """
    in on at by for with from to into of about over under after before since until till during within near around between through
    throughout as despite like without against across along behind beyond besides per via toward towards
    """
)
SUBORDINATORS = word_set("when while after before since as although though because once whenever until unless whereas")

MONTHS = word_set("january february march april may june july august september october november december")
WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday")

OCCUPATIONS = word_set(
    """
    nurse doctor teacher engineer developer programmer lawyer attorney accountant carpenter plumber electrician chef cook baker
    barista waiter waitress bartender driver pilot student pupil professor lecturer researcher scientist biologist chemist physicist
    mathematician historian economist analyst consultant manager director ceo cto cfo founder entrepreneur freelancer designer artist
    painter musician singer actor actress writer author journalist editor photographer filmmaker producer architect pharmacist dentist
    surgeon physician therapist psychologist psychiatrist physiotherapist paramedic firefighter policeman soldier veteran sailor
    farmer gardener florist mechanic welder builder contractor cleaner janitor librarian secretary receptionist assistant clerk
    cashier salesperson salesman realtor banker broker trader investor auditor recruiter coach trainer instructor tutor translator
    interpreter linguist veterinarian vet zookeeper hairdresser barber beautician stylist model dancer choreographer comedian magician
    priest pastor imam rabbi nun monk judge politician diplomat ambassador mayor officer detective guard bouncer courier postman
    trucker conductor machinist fisherman butcher tailor seamstress jeweller jeweler potter sculptor illustrator animator copywriter
    blogger youtuber streamer influencer marketer strategist planner coordinator administrator technician operator supervisor foreman
    intern apprentice trainee graduate postdoc retiree pensioner homemaker housewife househusband babysitter nanny caregiver carer
    midwife radiologist cardiologist oncologist anaesthetist anesthesiologist optician optometrist dietitian nutritionist statistician
    geologist astronomer archaeologist anthropologist sociologist astronaut goalkeeper striker midfielder footballer athlete referee
    tester sysadmin admin president minister senator
    """
)
DIETS = word_set(
    """
    vegan vegetarian veggie pescatarian pescetarian flexitarian keto paleo halal kosher gluten-free dairy-free plant-based omnivore
    carnivore teetotal teetotaler
    """
)
CONDITIONS = word_set(
    """
    asthma diabetes adhd autism anxiety depression migraine migraines eczema psoriasis epilepsy arthritis celiac coeliac ibs
    hypertension insomnia dyslexia dyspraxia tinnitus cancer hiv anemia anaemia endometriosis pcos fibromyalgia hayfever scoliosis
    sciatica gout ocd ptsd bipolar vertigo glaucoma allergies crohn's hypothyroidism hyperthyroidism parkinson's alzheimer's dementia
    reflux ms
    """
)
CONDITION_ADJECTIVES = word_set(
    """
    diabetic asthmatic autistic epileptic dyslexic pregnant deaf blind colour-blind color-blind colorblind colourblind
    lactose-intolerant anaemic anemic coeliac celiac hard-of-hearing neurodivergent short-sighted near-sighted nearsighted bipolar
    sober
    """
)
RELIGIONS = word_set(
    """
    christian catholic protestant muslim jewish buddhist hindu sikh atheist agnostic mormon quaker lutheran methodist baptist orthodox
    pagan religious spiritual
    """
)
MARITAL = word_set("married single divorced engaged widowed separated unmarried")
NATIONALITIES = word_set(
    """
    american british english scottish welsh irish french german spanish italian portuguese dutch belgian swiss austrian norwegian
    swedish danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian
    slovenian bosnian albanian estonian latvian lithuanian chinese japanese korean vietnamese thai indian pakistani bangladeshi
    nepalese indonesian malaysian filipino singaporean australian canadian mexican brazilian argentinian argentine chilean colombian
    peruvian venezuelan cuban jamaican nigerian ghanaian kenyan ethiopian egyptian moroccan algerian tunisian african iranian persian
    iraqi israeli lebanese syrian saudi emirati afghan european asian latino latina catalan basque kurdish
    """
)
LANGUAGES = NATIONALITIES | word_set(
    """
    mandarin cantonese arabic hebrew hindi urdu bengali tamil telugu punjabi swahili yoruba igbo latin esperanto farsi tagalog malay
    python javascript typescript java rust sql c++ kotlin php haskell
    """
)
DRINKS = word_set(
    """
    coffee tea alcohol beer wine milk water juice soda coke cola whisky whiskey vodka gin rum espresso latte cappuccino decaf matcha
    kombucha smoothies lemonade cocktails cider
    """
)
FOODS = word_set(
    """
    meat fish chicken beef pork bread sugar sweets chocolate gluten dairy cheese eggs rice pasta vegetables fruit nuts peanuts
    shellfish seafood sushi pizza carbs snacks candy breakfast lunch dinner bacon lamb tofu onions garlic mushrooms food fast-food
    wheat soy lactose salad soup curry desserts
    """
)
SCHEDULED = word_set("start begin end finish open close leave depart arrive land expire launch move return")
"""Verbs that in the present tense tell what is to happen ("starts on Thursday")."""
# Said of anything, they state an impression of the moment rather than something to keep.
IMPRESSIONS = word_set(
    """
    great good nice perfect amazing awesome wonderful excellent fantastic brilliant lovely cool helpful useful interesting fascinating
    impressive beautiful gorgeous delicious fun funny hilarious terrible awful horrible bad fine ok okay right wrong true false
    correct incorrect clear unclear important essential crucial key necessary possible impossible hard easy difficult tricky confusing
    crazy weird strange sad happy glad sorry sure inspiring incredible exciting rewarding special worth worthwhile super neat sweet
    unreal surreal bright vibrant stunning breathtaking comprehensive detailed informative insightful valuable tough magical priceless refreshing enlightening yummy cute better best
    """
)
