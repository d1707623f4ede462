/**
 * Places that needs name, by country. Names of countries come from the runtime in all seven languages, and so do the cities of time
 * zones; this is what they do not have: what belongs to a country, its regions, and more of its cities.
 */
export const places: Readonly<Record<string, string>> = {
  DE: `german deutsch deutsche deutschen deutscher allemand allemande aleman alemana tedesco tedesca duits duitse alemao bavaria bayern saxony sachsen hesse hessen westphalia westfalen swabia brandenburg
    munich munchen hamburg cologne koln frankfurt stuttgart dusseldorf leipzig dresden hanover hannover nuremberg nurnberg bremen dortmund essen bonn freiburg mannheim karlsruhe augsburg kiel lubeck rostock potsdam`,
  AT: 'austrian osterreichisch autrichien austriaco oostenrijks tyrol tirol carinthia salzburg graz innsbruck linz wien vienna',
  CH: 'swiss schweizer schweizerisch suisse suizo svizzero zwitsers suico zurich bern basel geneva geneve genf lausanne lucerne luzern winterthur graubunden valais wallis ticino tessin bernese',
  FR: `french franzosisch franzosische francais francaise frances francesa francese frans franse brittany breton bretonne bretagne normandy normandie provence alsace burgundy bourgogne occitanie languedoc corsica corse loire auvergne savoie
    lyon marseille toulouse bordeaux nantes nice strasbourg lille montpellier rennes grenoble nimes dijon angers avignon rochelle`,
  ES: `spanish spanisch spanische espagnol espagnole espanol espanola spagnolo spagnola spaans spaanse espanhol espanhola andalusia andalucia catalonia cataluna galicia castilla castile asturias valencia valencian mallorca majorca ibiza tenerife canarias
    barcelona seville sevilla zaragoza malaga bilbao granada salamanca cordoba alicante murcia toledo`,
  IT: `italian italienisch italienische italien italienne italiano italiana italiaans italiaanse tuscany toscana sicily sicilia sardinia sardegna lombardy lombardia piedmont piemonte umbria puglia veneto emilia liguria
    milan milano naples napoli turin torino florence firenze venice venezia bologna verona genoa genova palermo bari padua padova vicenza modena parma roma rome`,
  NL: `dutch niederlandisch niederlandische hollandisch neerlandais hollandais neerlandes holandes olandese nederlands nederlandse holandes holland friesland zeeland utrecht rotterdam hague eindhoven groningen haarlem leiden delft maastricht arnhem nijmegen`,
  BE: 'belgian belgisch belge belga flemish flanders vlaanderen wallonia antwerp antwerpen ghent gent bruges brugge liege leuven',
  PT: 'portuguese portugiesisch portugais portugues portuguesa portoghese portugees portugese algarve alentejo porto oporto braga coimbra faro lisboa lisbon',
  BR: 'brazilian brasileiro brasileira brasilianisch bresilien brasileno brasiliano braziliaans brasil sao-paulo rio-de-janeiro belo-horizonte curitiba porto-alegre brasilia salvador recife florianopolis',
  GB: `british english? englisch? anglais? ingles? inglese? engels? scottish welsh scotland wales england uk northumberland yorkshire cornwall devon kent sussex surrey durham lancashire cumbria
    manchester birmingham leeds liverpool glasgow edinburgh bristol cardiff sheffield newcastle nottingham oxford cambridge brighton york plymouth leicester southampton`,
  IE: 'irish irisch irlandais irlandes irlandese iers galway cork limerick connacht munster leinster',
  US: `american amerikanisch americain americano estadounidense amerikaans usa alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
    mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming
    boston orlando miami seattle francisco houston dallas austin philadelphia atlanta portland diego cleveland columbus cincinnati pittsburgh minneapolis nashville orleans vegas`,
  CA: 'canadian kanadisch canadien canadiense canadese canadees ontario quebec alberta columbia manitoba saskatchewan scotia ottawa calgary montreal',
  AU: 'australian australisch australien australiano australisch queensland tasmania wales-south canberra geelong newcastle-nsw ballarat',
  NZ: 'kiwi wellington christchurch',
  ZA: 'cape durban pretoria garden-route gauteng',
  SE: 'swedish schwedisch suedois sueco svedese zweeds gothenburg goteborg malmo uppsala',
  NO: 'norwegian norwegisch norvegien noruego norvegese noors noruegues bergen trondheim',
  DK: 'danish danisch danois danes danese deens dinamarques aarhus odense',
  FI: 'finnish finnisch finlandais finlandes finlandese fins tampere turku',
  PL: 'polish polnisch polonais polaco polacco pools krakow gdansk wroclaw poznan',
  CZ: 'czech tschechisch tcheque checo ceco tsjechisch brno',
  GR: 'greek griechisch grec griego greco grieks grego thessaloniki crete',
  TR: 'turkish turkisch turc turco turks ankara izmir antalya',
  RU: 'russian russisch russe ruso russo moskva petersburg',
  UA: 'ukrainian ukrainisch ukrainien ucraniano ucraino kharkiv odesa lviv',
  JP: 'japanese japanisch japonais japones giapponese japans osaka kyoto',
  CN: 'chinese chinesisch chinois chino cinese chinees chines beijing shenzhen guangzhou',
  IN: 'indian indisch indien-ne indio indiano mumbai delhi bangalore bengaluru chennai hyderabad',
  MX: 'mexican mexikanisch mexicain mexicano messicano mexicaans guadalajara',
  AR: 'argentinian argentinisch argentin argentino rosario',
  EG: 'egyptian agyptisch egyptien egipcio egiziano',
  MA: 'moroccan marokkanisch marocain marroqui marrakech rabat',
  KR: 'korean koreanisch coreen coreano busan',
  TH: 'thai thailandisch phuket',
  IL: 'israeli haifa',
  AE: 'emirati dubai abu-dhabi',
};
