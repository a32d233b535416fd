/** Names from the Unicode CLDR, codes from ISO 3166-1, other names as the United Nations and everyday letters write them. */
export type Country = { alpha_2: string; alpha_3: string; numeric: string; name_en: string; name_de: string }

let known: Map<string, Country> | undefined

/** Every country by each of its codes and names, in small letters. Built when first asked for. */
export function countries(): ReadonlyMap<string, Country> {
  if (known) return known
  known = new Map()
  for (const line of table.trim().split('\n')) {
    const names = line.split('|')
    const [alpha_2, alpha_3, numeric, name_en, name_de] = names as [string, string, string, string, string]
    for (const name of names)
      known.set(name.toLowerCase().normalize('NFC'), { alpha_2, alpha_3, numeric, name_en, name_de })
  }
  return known
}

// alpha-2 | alpha-3 | number | English | German | other names
const table = `
AD|AND|020|Andorra|Andorra
AE|ARE|784|United Arab Emirates|Vereinigte Arabische Emirate|United Arab Emirates (the)|UAE|VAE
AF|AFG|004|Afghanistan|Afghanistan
AG|ATG|028|Antigua & Barbuda|Antigua und Barbuda|Antigua and Barbuda
AI|AIA|660|Anguilla|Anguilla
AL|ALB|008|Albania|Albanien
AM|ARM|051|Armenia|Armenien
AO|AGO|024|Angola|Angola
AQ|ATA|010|Antarctica|Antarktis
AR|ARG|032|Argentina|Argentinien
AS|ASM|016|American Samoa|Amerikanisch-Samoa
AT|AUT|040|Austria|Österreich
AU|AUS|036|Australia|Australien
AW|ABW|533|Aruba|Aruba
AX|ALA|248|Åland Islands|Ålandinseln
AZ|AZE|031|Azerbaijan|Aserbaidschan
BA|BIH|070|Bosnia & Herzegovina|Bosnien und Herzegowina|Bosnia and Herzegovina|Bosnia
BB|BRB|052|Barbados|Barbados
BD|BGD|050|Bangladesh|Bangladesch
BE|BEL|056|Belgium|Belgien
BF|BFA|854|Burkina Faso|Burkina Faso
BG|BGR|100|Bulgaria|Bulgarien
BH|BHR|048|Bahrain|Bahrain
BI|BDI|108|Burundi|Burundi
BJ|BEN|204|Benin|Benin
BL|BLM|652|St. Barthélemy|St. Barthélemy|Saint Barthélemy
BM|BMU|060|Bermuda|Bermuda
BN|BRN|096|Brunei|Brunei Darussalam
BO|BOL|068|Bolivia|Bolivien|Bolivia (Plurinational State of)
BQ|BES|535|Caribbean Netherlands|Karibische Niederlande|Bonaire, Sint Eustatius and Saba
BR|BRA|076|Brazil|Brasilien
BS|BHS|044|Bahamas|Bahamas|Bahamas (the)
BT|BTN|064|Bhutan|Bhutan
BV|BVT|074|Bouvet Island|Bouvetinsel
BW|BWA|072|Botswana|Botsuana
BY|BLR|112|Belarus|Belarus|Weißrussland
BZ|BLZ|084|Belize|Belize
CA|CAN|124|Canada|Kanada
CC|CCK|166|Cocos (Keeling) Islands|Kokosinseln|Cocos Islands
CD|COD|180|Congo - Kinshasa|Kongo-Kinshasa|Democratic Republic of the Congo (the)|Democratic Republic of the Congo
CF|CAF|140|Central African Republic|Zentralafrikanische Republik|Central African Republic (the)
CG|COG|178|Congo - Brazzaville|Kongo-Brazzaville|Congo (the)|Congo
CH|CHE|756|Switzerland|Schweiz
CI|CIV|384|Côte d’Ivoire|Côte d’Ivoire|Côte d'Ivoire|Ivory Coast
CK|COK|184|Cook Islands|Cookinseln|Cook Islands (the) **
CL|CHL|152|Chile|Chile
CM|CMR|120|Cameroon|Kamerun
CN|CHN|156|China|China
CO|COL|170|Colombia|Kolumbien
CR|CRI|188|Costa Rica|Costa Rica
CU|CUB|192|Cuba|Kuba
CV|CPV|132|Cape Verde|Cabo Verde
CW|CUW|531|Curaçao|Curaçao
CX|CXR|162|Christmas Island|Weihnachtsinsel
CY|CYP|196|Cyprus|Zypern
CZ|CZE|203|Czechia|Tschechien|Czech Republic|Tschechische Republik
DE|DEU|276|Germany|Deutschland
DJ|DJI|262|Djibouti|Dschibuti
DK|DNK|208|Denmark|Dänemark
DM|DMA|212|Dominica|Dominica
DO|DOM|214|Dominican Republic|Dominikanische Republik|Dominican Republic (the)
DZ|DZA|012|Algeria|Algerien
EC|ECU|218|Ecuador|Ecuador
EE|EST|233|Estonia|Estland
EG|EGY|818|Egypt|Ägypten
EH|ESH|732|Western Sahara|Westsahara
ER|ERI|232|Eritrea|Eritrea
ES|ESP|724|Spain|Spanien
ET|ETH|231|Ethiopia|Äthiopien
FI|FIN|246|Finland|Finnland
FJ|FJI|242|Fiji|Fidschi
FK|FLK|238|Falkland Islands|Falklandinseln
FM|FSM|583|Micronesia|Mikronesien|Micronesia (Federated States of)
FO|FRO|234|Faroe Islands|Färöer
FR|FRA|250|France|Frankreich
GA|GAB|266|Gabon|Gabun
GB|GBR|826|United Kingdom|Vereinigtes Königreich|United Kingdom of Great Britain and Northern Ireland (the)|United Kingdom of Great Britain and Northern Ireland|UK|Great Britain|England|Großbritannien
GD|GRD|308|Grenada|Grenada
GE|GEO|268|Georgia|Georgien
GF|GUF|254|French Guiana|Französisch-Guayana
GG|GGY|831|Guernsey|Guernsey
GH|GHA|288|Ghana|Ghana
GI|GIB|292|Gibraltar|Gibraltar
GL|GRL|304|Greenland|Grönland
GM|GMB|270|Gambia|Gambia|Gambia (the)
GN|GIN|324|Guinea|Guinea
GP|GLP|312|Guadeloupe|Guadeloupe
GQ|GNQ|226|Equatorial Guinea|Äquatorialguinea
GR|GRC|300|Greece|Griechenland
GS|SGS|239|South Georgia & South Sandwich Islands|Südgeorgien und die Südlichen Sandwichinseln|South Georgia and the South Sandwich Islands
GT|GTM|320|Guatemala|Guatemala
GU|GUM|316|Guam|Guam
GW|GNB|624|Guinea-Bissau|Guinea-Bissau
GY|GUY|328|Guyana|Guyana
HK|HKG|344|Hong Kong SAR China|Sonderverwaltungsregion Hongkong|Hong Kong|China, Hong Kong Special Administrative Region
HM|HMD|334|Heard & McDonald Islands|Heard und McDonaldinseln|Heard Island and McDonald Islands
HN|HND|340|Honduras|Honduras
HR|HRV|191|Croatia|Kroatien
HT|HTI|332|Haiti|Haiti
HU|HUN|348|Hungary|Ungarn
ID|IDN|360|Indonesia|Indonesien
IE|IRL|372|Ireland|Irland
IL|ISR|376|Israel|Israel
IM|IMN|833|Isle of Man|Isle of Man
IN|IND|356|India|Indien
IO|IOT|086|British Indian Ocean Territory|Britisches Territorium im Indischen Ozean
IQ|IRQ|368|Iraq|Irak
IR|IRN|364|Iran|Iran|Iran (Islamic Republic of)
IS|ISL|352|Iceland|Island
IT|ITA|380|Italy|Italien
JE|JEY|832|Jersey|Jersey
JM|JAM|388|Jamaica|Jamaika
JO|JOR|400|Jordan|Jordanien
JP|JPN|392|Japan|Japan
KE|KEN|404|Kenya|Kenia
KG|KGZ|417|Kyrgyzstan|Kirgisistan
KH|KHM|116|Cambodia|Kambodscha
KI|KIR|296|Kiribati|Kiribati
KM|COM|174|Comoros|Komoren|Comoros (the)
KN|KNA|659|St. Kitts & Nevis|St. Kitts und Nevis|Saint Kitts and Nevis
KP|PRK|408|North Korea|Nordkorea|Democratic People's Republic of Korea (the)|Democratic People's Republic of Korea
KR|KOR|410|South Korea|Südkorea|Republic of Korea (the)|Republic of Korea
KW|KWT|414|Kuwait|Kuwait
KY|CYM|136|Cayman Islands|Kaimaninseln
KZ|KAZ|398|Kazakhstan|Kasachstan
LA|LAO|418|Laos|Laos|Lao People's Democratic Republic (the)|Lao People's Democratic Republic
LB|LBN|422|Lebanon|Libanon
LC|LCA|662|St. Lucia|St. Lucia|Saint Lucia
LI|LIE|438|Liechtenstein|Liechtenstein
LK|LKA|144|Sri Lanka|Sri Lanka
LR|LBR|430|Liberia|Liberia
LS|LSO|426|Lesotho|Lesotho
LT|LTU|440|Lithuania|Litauen
LU|LUX|442|Luxembourg|Luxemburg
LV|LVA|428|Latvia|Lettland
LY|LBY|434|Libya|Libyen
MA|MAR|504|Morocco|Marokko
MC|MCO|492|Monaco|Monaco
MD|MDA|498|Moldova|Republik Moldau|Republic of Moldova (the)|Republic of Moldova
ME|MNE|499|Montenegro|Montenegro
MF|MAF|663|St. Martin|St. Martin|Saint Martin (French Part)
MG|MDG|450|Madagascar|Madagaskar
MH|MHL|584|Marshall Islands|Marshallinseln|Marshall Islands (the)
MK|MKD|807|North Macedonia|Nordmazedonien|Macedonia
ML|MLI|466|Mali|Mali
MM|MMR|104|Myanmar (Burma)|Myanmar|Burma
MN|MNG|496|Mongolia|Mongolei
MO|MAC|446|Macao SAR China|Sonderverwaltungsregion Macau|Macao|China, Macao Special Administrative Region
MP|MNP|580|Northern Mariana Islands|Nördliche Marianen
MQ|MTQ|474|Martinique|Martinique
MR|MRT|478|Mauritania|Mauretanien
MS|MSR|500|Montserrat|Montserrat
MT|MLT|470|Malta|Malta
MU|MUS|480|Mauritius|Mauritius
MV|MDV|462|Maldives|Malediven
MW|MWI|454|Malawi|Malawi
MX|MEX|484|Mexico|Mexiko
MY|MYS|458|Malaysia|Malaysia
MZ|MOZ|508|Mozambique|Mosambik
NA|NAM|516|Namibia|Namibia
NC|NCL|540|New Caledonia|Neukaledonien
NE|NER|562|Niger|Niger|Niger (the)
NF|NFK|574|Norfolk Island|Norfolkinsel
NG|NGA|566|Nigeria|Nigeria
NI|NIC|558|Nicaragua|Nicaragua
NL|NLD|528|Netherlands|Niederlande|Netherlands (the)|Holland
NO|NOR|578|Norway|Norwegen
NP|NPL|524|Nepal|Nepal
NR|NRU|520|Nauru|Nauru
NU|NIU|570|Niue|Niue|Niue **
NZ|NZL|554|New Zealand|Neuseeland
OM|OMN|512|Oman|Oman
PA|PAN|591|Panama|Panama
PE|PER|604|Peru|Peru
PF|PYF|258|French Polynesia|Französisch-Polynesien
PG|PNG|598|Papua New Guinea|Papua-Neuguinea
PH|PHL|608|Philippines|Philippinen|Philippines (the)
PK|PAK|586|Pakistan|Pakistan
PL|POL|616|Poland|Polen
PM|SPM|666|St. Pierre & Miquelon|St. Pierre und Miquelon|Saint Pierre and Miquelon
PN|PCN|612|Pitcairn Islands|Pitcairninseln|Pitcairn
PR|PRI|630|Puerto Rico|Puerto Rico
PS|PSE|275|Palestinian Territories|Palästinensische Autonomiegebiete|State of Palestine (the) *|Palestine|State of Palestine
PT|PRT|620|Portugal|Portugal
PW|PLW|585|Palau|Palau
PY|PRY|600|Paraguay|Paraguay
QA|QAT|634|Qatar|Katar
RE|REU|638|Réunion|Réunion
RO|ROU|642|Romania|Rumänien
RS|SRB|688|Serbia|Serbien
RU|RUS|643|Russia|Russland|Russian Federation (the)|Russian Federation
RW|RWA|646|Rwanda|Ruanda
SA|SAU|682|Saudi Arabia|Saudi-Arabien
SB|SLB|090|Solomon Islands|Salomonen
SC|SYC|690|Seychelles|Seychellen
SD|SDN|729|Sudan|Sudan|Sudan (the)
SE|SWE|752|Sweden|Schweden
SG|SGP|702|Singapore|Singapur
SH|SHN|654|St. Helena|St. Helena|Saint Helena
SI|SVN|705|Slovenia|Slowenien
SJ|SJM|744|Svalbard & Jan Mayen|Spitzbergen und Jan Mayen|Svalbard and Jan Mayen Islands
SK|SVK|703|Slovakia|Slowakei
SL|SLE|694|Sierra Leone|Sierra Leone
SM|SMR|674|San Marino|San Marino
SN|SEN|686|Senegal|Senegal
SO|SOM|706|Somalia|Somalia
SR|SUR|740|Suriname|Suriname
SS|SSD|728|South Sudan|Südsudan
ST|STP|678|São Tomé & Príncipe|São Tomé und Príncipe|Sao Tome and Principe
SV|SLV|222|El Salvador|El Salvador
SX|SXM|534|Sint Maarten|Sint Maarten|Sint Maarten (Dutch part)
SY|SYR|760|Syria|Syrien|Syrian Arab Republic (the)|Syrian Arab Republic
SZ|SWZ|748|Eswatini|Eswatini|Swaziland
TC|TCA|796|Turks & Caicos Islands|Turks- und Caicosinseln|Turks and Caicos Islands
TD|TCD|148|Chad|Tschad
TF|ATF|260|French Southern Territories|Französische Süd- und Antarktisgebiete
TG|TGO|768|Togo|Togo
TH|THA|764|Thailand|Thailand
TJ|TJK|762|Tajikistan|Tadschikistan
TK|TKL|772|Tokelau|Tokelau
TL|TLS|626|Timor-Leste|Timor-Leste
TM|TKM|795|Turkmenistan|Turkmenistan
TN|TUN|788|Tunisia|Tunesien
TO|TON|776|Tonga|Tonga
TR|TUR|792|Türkiye|Türkei|Turkey
TT|TTO|780|Trinidad & Tobago|Trinidad und Tobago|Trinidad and Tobago
TV|TUV|798|Tuvalu|Tuvalu
TW|TWN|158|Taiwan|Taiwan
TZ|TZA|834|Tanzania|Tansania|United Republic of Tanzania (the)|United Republic of Tanzania
UA|UKR|804|Ukraine|Ukraine
UG|UGA|800|Uganda|Uganda
UM|UMI|581|U.S. Outlying Islands|Amerikanische Überseeinseln|United States Minor Outlying Islands
US|USA|840|United States|Vereinigte Staaten|United States of America (the)|United States of America|U.S.A.|America|Vereinigte Staaten von Amerika
UY|URY|858|Uruguay|Uruguay
UZ|UZB|860|Uzbekistan|Usbekistan
VA|VAT|336|Vatican City|Vatikanstadt|Holy See (the) *|Holy See
VC|VCT|670|St. Vincent & Grenadines|St. Vincent und die Grenadinen|Saint Vincent and the Grenadines
VE|VEN|862|Venezuela|Venezuela|Venezuela (Bolivarian Republic of)
VG|VGB|092|British Virgin Islands|Britische Jungferninseln
VI|VIR|850|U.S. Virgin Islands|Amerikanische Jungferninseln|United States Virgin Islands
VN|VNM|704|Vietnam|Vietnam|Viet Nam
VU|VUT|548|Vanuatu|Vanuatu
WF|WLF|876|Wallis & Futuna|Wallis und Futuna|Wallis and Futuna Islands
WS|WSM|882|Samoa|Samoa
YE|YEM|887|Yemen|Jemen
YT|MYT|175|Mayotte|Mayotte
ZA|ZAF|710|South Africa|Südafrika
ZM|ZMB|894|Zambia|Sambia
ZW|ZWE|716|Zimbabwe|Simbabwe
`
