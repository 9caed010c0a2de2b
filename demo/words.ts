/**
 * Words of one topic; every noun is countable and singular, every verb transitive and in base form.
 */
export interface Vocabulary {
  readonly nouns: readonly string[];
  readonly adjectives: readonly string[];
  readonly verbs: readonly string[];
}

/** The topics of the demo web's pages. */
export const TOPICS = [
  "beekeeping",
  "insects",
  "gardening",
  "cooking",
  "travel",
  "cycling",
  "astronomy",
  "music",
  "finance",
  "woodworking",
  "history",
] as const;

/** One of {@link TOPICS}. */
export type Topic = (typeof TOPICS)[number];

/** The topic of the demo crawl's need. */
export const NEED_TOPIC: Topic = "beekeeping";

/**
 * Insects and gardening share words with beekeeping on purpose: a topic is more than its
 * vocabulary.
 */
export const VOCABULARIES: Readonly<Record<Topic, Vocabulary>> = {
  beekeeping: vocabulary(
    `hive honey bee queen colony swarm apiary beekeeper comb frame nectar pollen brood drone worker
     smoker veil bee-suit super extractor honeycomb wax beeswax propolis mite varroa foundation nuc
     forager entrance hive-tool excluder feeder syrup cell larva landing-board bottom-board skep
     waggle-dance honey-flow nectar-flow cluster requeening split brood-box mead bee-yard cappings
     queen-cell robbing bee-bread stinger hive-stand top-bar oxalic-treatment wintering uncapping-knife
     bee-brush honey-jar inspection drifting nosema foulbrood`,
    `queenless capped gentle swarming overwintered strong weak hygienic ripe raw golden bottled
     defensive laying mated uncapped foraging smoky waxy sealed nectar-rich`,
    `inspect smoke requeen feed harvest extract split hive uncap treat overwinter swarm bottle
     super cage mark render medicate`,
  ),
  insects: vocabulary(
    `beetle moth butterfly larva pupa wasp hornet ant termite dragonfly grasshopper cricket aphid
     ladybird antenna thorax abdomen exoskeleton mandible colony nest pollinator swarm fly midge
     mosquito weevil chrysalis cocoon caterpillar specimen taxon wing proboscis instar parasitoid
     bumblebee mayfly locust bug`,
    `winged parasitic nocturnal social solitary iridescent aquatic predatory invasive segmented
     camouflaged venomous migratory`,
    `classify pin dissect observe collect rear trap identify preserve sample net catalogue`,
  ),
  gardening: vocabulary(
    `garden flower seed compost bed tomato rose lawn shrub hedge mulch trellis greenhouse bulb
     perennial pot spade trowel weed soil root pollen blossom orchard apple pear cutting seedling
     wheelbarrow hose slug fertiliser bean squash lettuce herb lavender fern pond pergola`,
    `blooming shady sunny fertile sandy frosty ripe leafy evergreen hardy damp overgrown potted`,
    `plant prune water weed mulch dig sow transplant graft stake compost rake trim thin`,
  ),
  cooking: vocabulary(
    `recipe oven pan dough sauce soup onion garlic butter flour pepper noodle stew roast knife
     bowl spoon kettle pie tart bread loaf yeast honey sugar cream cheese egg lemon chutney pickle
     broth skillet whisk dumpling pancake salad dressing marinade spice`,
    `crisp savoury spicy sweet tender buttery roasted grilled simmering creamy sour salted fresh`,
    `bake fry simmer chop stir season knead whisk roast boil taste serve marinate peel`,
  ),
  travel: vocabulary(
    `journey train ferry hostel hotel passport harbour island beach village market museum ticket
     airport suitcase backpack map guide border mountain lake cathedral promenade lighthouse route
     timetable souvenir postcard tram terminal visa cabin summit valley coast viewpoint`,
    `remote crowded scenic coastal cobbled foreign overnight delayed picturesque windy cheap distant`,
    `visit book board explore cross photograph pack reach tour hike revisit recommend`,
  ),
  cycling: vocabulary(
    `bicycle wheel tyre chain gear saddle handlebar pedal brake derailleur spoke frame helmet pump
     puncture climb descent sprint peloton stage cassette crank rim hub mudguard bell pannier lane
     velodrome race rider tube sprocket cable headset fork commute`,
    `steep aerodynamic carbon muddy punctured tubeless geared uphill downhill lightweight loose`,
    `ride pedal overtake shift pump patch adjust oil tighten climb replace race`,
  ),
  astronomy: vocabulary(
    `telescope star planet galaxy nebula comet orbit eclipse lens mirror mount eyepiece moon crater
     meteor constellation cluster supernova spectrum observatory satellite asteroid horizon zenith
     magnitude parallax pulsar quasar aurora sunspot transit tripod finder dome exposure`,
    `distant faint bright lunar solar stellar orbital cosmic telescopic red-shifted circumpolar`,
    `observe photograph track align resolve calibrate measure sketch magnify focus chart`,
  ),
  music: vocabulary(
    `guitar violin piano melody chord rhythm concert orchestra album song choir drum flute trumpet
     sonata symphony bassline verse chorus tempo bow string microphone amplifier rehearsal score
     scale key quartet conductor opera tune encore harmony fiddle accordion stage`,
    `melodic acoustic loud minor major syncopated orchestral solo improvised muted rhythmic`,
    `play rehearse compose record tune strum conduct sing perform transcribe mix practise`,
  ),
  finance: vocabulary(
    `bank loan mortgage share bond budget tax pension fund interest-rate market investor dividend
     account deposit currency portfolio broker invoice debt credit premium savings-plan ledger audit
     forecast quarter shareholder merger inflation-figure yield asset index refund bonus`,
    `fiscal annual taxable volatile liquid fixed-rate quarterly profitable insolvent net gross`,
    `invest borrow repay audit insure budget save tax lend trade refinance hedge`,
  ),
  woodworking: vocabulary(
    `plank chisel saw plane joint dovetail bench clamp board frame drawer hinge veneer lathe router
     mallet sander oak pine walnut glue dowel tenon mortise cabinet shelf table workshop grain knot
     varnish wax screw batten jig bevel spokeshave`,
    `planed sawn oiled seasoned knotty square polished hand-cut warped laminated rough`,
    `saw plane sand glue clamp carve varnish chisel drill measure assemble turn`,
  ),
  history: vocabulary(
    `castle king archive chronicle empire treaty siege battle monastery dynasty manuscript ruin coin
     fortress reform revolution parliament peasant guild charter excavation artefact tomb inscription
     knight bishop crown census settlement colony voyage merchant queen abbey relic`,
    `medieval ancient feudal royal imperial forgotten Roman colonial early ecclesiastical besieged`,
    `excavate conquer govern chronicle besiege crown abolish translate date decipher rebuild`,
  ),
};

/** Words that belong to no topic. */
export const GENERAL: Vocabulary = vocabulary(
  `thing day week year question answer friend neighbour morning evening problem idea person photo
   story place town book page weekend beginner reason result season piece corner list plan tip way
   club visitor family price weather winter summer meeting mistake experience`,
  `good new old small big first last simple strange nice difficult quick local useful careful
   favourite common quiet long short`,
  `try find use keep show need like see buy make move check change share bring`,
);

/** Invented given names, for members and staff. */
export const GIVEN_NAMES: readonly string[] = words(
  `Alda Bram Corin Della Edwyn Fenna Garrit Hilde Imke Jorun Kasper Lotte Maren Nils Odette Perrin
   Quill Runa Sorrel Tamsin Ulf Vesna Wendel Xanthe Yorick Zelda Anselm Britta Cosmo Dorrit`,
);

/** Invented family names. */
export const FAMILY_NAMES: readonly string[] = words(
  `Ashgrove Birkwell Coppermill Dunmarsh Elderfen Farrowby Glenhurst Hollinbeck Ivesdale Juniperley
   Kestrelton Larkmoor Mossbridge Nettlecombe Oakhanger Pinfold Quarrington Ravensholt Saltmere Thornby
   Underhay Vinterbourne Wetherlake Yarrowfield`,
);

function vocabulary(nouns: string, adjectives: string, verbs: string): Vocabulary {
  return {
    nouns: words(nouns).map((noun) => noun.replaceAll("-", " ")),
    adjectives: words(adjectives),
    verbs: words(verbs),
  };
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
