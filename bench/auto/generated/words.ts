/** Words of four languages: common ones, those of subjects, and names of people. */

/** Codes of languages, as in the HTML of a page. */
export type Language = "fr" | "sv" | "en" | "ja";

/** Words of a language. */
interface Words {
  /** Those that belong to no subject. */
  readonly common: readonly string[];
  /** Those of each subject by its name; the first is what most titles say. */
  readonly subjects: Readonly<Record<string, readonly string[]>>;
  /** Given names and names that members of a forum choose. */
  readonly names: readonly string[];
}

const FRENCH: Words = {
  common: words(
    `je vous avec pour dans mais bonjour merci question avis problème solution matin soir
     année maison temps petit grand nouveau ancien première conseil photo résultat essai
     semaine personne toujours jamais souvent encore depuis simplement vraiment possible
     besoin chose exemple ami sujet message réponse idée lien faire mettre trouver acheter
     regarder utiliser penser choisir`,
  ),
  subjects: {
    compost: words(
      `compost lombric épluchures humus bac broyat azote décomposition terreau vermicompost
       matière fumier aération retourner`,
    ),
    tomate: words(
      `tomate semis plant tuteur mildiou serre gourmand repiquage graines variété récolte
       arrosage paillage`,
    ),
    rosier: words(`rosier taille bouton greffe pucerons floraison parfum massif grimpant épines`),
    pommier: words(`pommier greffage verger taille fruit tavelure porte-greffe cueillette variété`),
    gazon: words(`gazon tonte tondeuse mousse scarifier semence herbe pelouse arroser`),
    poules: words(`poule poulailler œuf grain coq nichoir poussin renard plumes`),
    outils: words(`tondeuse sécateur bêche tronçonneuse moteur lame carburant affûtage bricolage`),
    bassin: words(`bassin poisson pompe filtre algue nénuphar carpe eau bâche`),
    potager: words(`potager légume carotte poireau salade chou semis rotation planche binette`),
    cactus: words(`cactus succulente pot terre rempotage lumière aiguillon hivernage`),
  },
  names: words(
    `Marie Jeannot Titi Lulu Pascal Mireille Nono Chantal Dédé Gégé Colette Yvan Fanfan Roro
     Sylvie Marco`,
  ),
};

const SWEDISH: Words = {
  common: words(
    `och att för med som kan vi du kommun information mer kontakt läs sida tid barn vuxen
     plats hjälp ansökan avgift regler beslut arbete plan område service öppettider telefon
     fråga svar nyhet gäller behöver söka göra hitta anmäla lämna besöka invånare verksamhet
     ansvar uppgifter blankett förslag möte nämnd år dag vecka`,
  ),
  subjects: {
    bygglov: words(
      `bygglov byggnad tomt ritning detaljplan fasad altan startbesked rivning attefallshus
       garage tillbyggnad`,
    ),
    förskola: words(`förskola barnomsorg pedagog avdelning inskolning maxtaxa lek kö fritids`),
    äldreomsorg: words(
      `hemtjänst äldreboende omsorg biståndshandläggare trygghetslarm vård anhörig`,
    ),
    avfall: words(`avfall sopor återvinning kärl matavfall hämtning grovavfall slam sortering`),
    vatten: words(`dricksvatten avlopp ledning brunn vattenmätare läcka taxa`),
    trafik: words(`parkering cykelväg gata trafik hastighet snöröjning belysning buss`),
    kultur: words(`bibliotek museum teater konsert bok utställning kulturskola scen`),
    idrott: words(`simhall idrott förening gymnastik fotboll ishall motionsspår bidrag`),
    företag: words(`företag näringsliv upphandling serveringstillstånd lokal etablering tillstånd`),
    politik: words(`kommunfullmäktige nämnd protokoll budget val ledamot sammanträde`),
  },
  names: words(`Anna Erik Lars Karin Johan Eva Sven Maria Per Lena Olof Ingrid`),
};

const ENGLISH: Words = {
  common: words(
    `the and for with people about work time year group new first study result plan office
     contact read form day week place help service question answer student staff public
     report idea note page process support change case point part team hand room open offer
     learn find give make use look choose visit apply`,
  ),
  subjects: {
    "machine learning": words(
      `machine learning neural network training model dataset gradient classifier
       deep-learning kernel supervised regression`,
    ),
    "climate change": words(
      `climate change warming emission carbon atmosphere greenhouse adaptation ice sea-level
       temperature mitigation`,
    ),
    nursing: words(`nursing patient clinic ward care nurse hospital practice health midwife`),
    law: words(`law court contract judge statute legal crime rights trial`),
    history: words(`history archive war medieval empire century manuscript revolution`),
    physics: words(`physics particle quantum optics laser energy detector magnet`),
    economics: words(`economics market price labour trade tax inflation growth`),
    biology: words(`biology cell gene protein species evolution enzyme ecology`),
    music: words(`music choir orchestra composer piano score concert performance`),
    sport: words(`sport team match coach fitness league swimming training`),
    housing: words(`housing residence room rent hall flat tenancy kitchen`),
    jazz: words(`jazz saxophone trio quartet swing improvisation trumpet bebop club`),
    theatre: words(`theatre play actor stage drama comedy director premiere`),
    market: words(`market stalls food craft farmers street vendor antiques`),
    kids: words(`kids children puppet family workshop playground storytelling`),
    rock: words(`rock guitar band metal punk indie tour drums`),
    film: words(`film cinema screening documentary director festival short`),
    dance: words(`dance ballet salsa tango choreography studio`),
  },
  names: words(
    `Anna Mark Susan Peter Laura Tom Jane David Emily Robert Alice Paul Nina Simon Clare
     Henry`,
  ),
};

const JAPANESE: Words = {
  common: words(
    `今日は 昨日 とても 思います 方法 場合 問題 質問 回答 写真 時間 場所 皆さん 初めて 最近 自分 購入 使用 確認 情報 参考 お願いします ありがとう 結果 必要
     簡単 大切 部分 新しい 古い 良い 悪い 探す 見つける 教えて ください`,
  ),
  subjects: {
    ロードバイク: words(
      `ロードバイク 自転車 ペダル ホイール タイヤ 変速機 ヒルクライム フレーム チェーン 空気圧`,
    ),
    登山: words(`登山 山頂 テント 登山靴 ザック 縦走 山小屋 岩場 紅葉`),
    料理: words(`料理 鍋 包丁 味噌 醤油 煮物 野菜 出汁 レシピ`),
    釣り: words(`釣り 竿 リール 餌 堤防 海釣り 鯛 針 仕掛け`),
    写真撮影: words(`撮影 カメラ レンズ 三脚 露出 絞り 現像 風景`),
    園芸: words(`園芸 種 苗 肥料 土 花壇 剪定 水やり`),
    電車: words(`電車 駅 路線 車両 時刻表 切符 運転 鉄道`),
    パソコン: words(`パソコン メモリ 画面 起動 保存 配線 電源 設定`),
    猫: words(`猫 餌 爪 病院 毛玉 子猫 首輪 トイレ`),
    音楽: words(`音楽 楽器 演奏 作曲 歌 録音 練習 弦`),
  },
  names: words(`太郎 花子 健一 美咲 翔 さくら 大輔 直美 拓也 葵`),
};

/** Words by language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  fr: FRENCH,
  sv: SWEDISH,
  en: ENGLISH,
  ja: JAPANESE,
};

/** Family names, in Swedish and English. */
export const FAMILY_NAMES: readonly string[] = words(
  `Berg Lind Smith Moore Hall Young Clark Wood King Reed Stone Ford Nash Cole`,
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
