/**
 * Words that say the same in the fields of business data, English and German, as they stand in names; German ones also as they stand in
 * compounds. The first of a line names the meaning.
 */
const lines = `
id no nr nummer num number kennung key
code kuerzel
name names bezeichnung label title titel
first vor given
last nach surname family
fullname display anzeige
customer kunde kunden client buyer debitor
supplier lieferant lieferanten vendor kreditor
company firma firmen
contact ansprechpartner
person partner
employee mitarbeiter personal staff
user benutzer username
manager leiter vorgesetzter
owner betreuer
assignee assigned bearbeiter
author autor verfasser
teacher dozent lehrer
doctor arzt
guest gast
recipient empfaenger counterparty
reporter requester melder
merchant haendler
manufacturer hersteller
carrier spediteur shipper
organizer veranstalter
buyer einkaeufer
street strasse str
house hausnummer
zip plz postcode postal postleitzahl
city ort stadt town
country land laender
state status zustand condition
region bundesland province
address adresse anschrift
additional zusatz
venue veranstaltungsort
location standort
phone telefon tel fon
mobile handy mobil
email mail
website homepage web webseite
url link
image bild picture foto photo
gender geschlecht salutation anrede
birthday geburt birth birthdate
language sprache lang
order auftrag auftrags bestellung bestell purchase po sales
quote angebot angebots offer
invoice rechnung rechnungs bill billing
delivery liefer lieferung shipping ship shipment versand sendung
return retoure retouren rueckgabe returned
booking buchung buchungs reservation
contract vertrag vertrags
project projekt
task taetigkeit aufgabe
ticket issue vorgang
lead interessent interessenten
subscription abo abonnement
plan tarif
course kurs
event veranstaltung
appointment termin
asset anlage anlagen
movement bewegung bewegungs
receipt beleg
note schein
article artikel product produkt sku material ware waren item
commodity
category kategorie warengruppe
group gruppe
brand marke make
model modell
serial serien seriennr
licence license kennzeichen plate
vin fahrgestell
color farbe colour
fuel kraftstoff
mileage kilometer kilometerstand laufleistung
ean gtin barcode eancode
batch charge lot
line lines position positionen items pos zeilen details
quantity menge qty anzahl count
unit einheit
stock bestand onhand
warehouse lager
bin lagerplatz platz
reserved reserviert
minimum min mindest reorder
maximum max
package packages paket pakete parcel parcels packstuecke
price preis
sale vk verkauf
cost kosten costs ek einkauf
amount betrag summe sum
total gesamt
net netto
gross brutto
tax steuer mwst vat mehrwertsteuer
discount rabatt
skonto
fee gebuehr
value wert
rate satz
salary gehalt lohn
budget
deposit kaution
currency waehrung
rent miete
cold kalt
warm
refund erstattung erstattungs
payment zahlung zahlungs zahl pay
method art
type typ kind
terms ziel frist period zahlungsziel
days tage
months monate monthly monats month
hours stunden
weekly wochen
interval intervall
iban
bic
purpose verwendungszweck zweck
salesperson
origin herkunft source ursprung ursprungs
weight gewicht gew
area flaeche wohnflaeche
room raum zimmer rooms
floor etage
date datum day tag
time zeit
created angelegt erstellt creation
updated modified geaendert
start beginn beginnt begins starts from von ab begin
end ende endet ends until bis to exit austritt deadline
hire eintritt eintritts
valid gueltig
due faellig faelligkeit faelligkeits
valuedate wertstellung
requested wunsch
published veroeffentlicht
signed unterschrieben
measured zeitpunkt moved
cancelled gekuendigt canceled
notice kuendigung kuendigungs kuendigungsfrist
available verfuegbar
arrival anreise
departure abreise
acquisition anschaffung anschaffungs purchased kauf
registration zulassung erstzulassung
warranty garantie
life nutzungsdauer
book buch
login anmeldung
description beschreibung
comment kommentar bemerkung remark remarks notes notiz anmerkung anmerkungen
subject betreff
body text inhalt content
headline ueberschrift
teaser anriss
slug kurzname
reason grund
priority prioritaet
tags labels schlagworte
department abteilung
center stelle centre kostenstelle
job stellung position
active aktiv
disabled gesperrt
billable abrechenbar
confirmed bestaetigt
consent optin einwilligung
administrator admin
adults erwachsene
children kinder
seats plaetze
participants teilnehmer
views aufrufe
temperature temperatur
humidity luftfeuchtigkeit
battery batterie
level stand
customs zoll
licenceplate
firmware
patient
paid bezahlt
by
object objekt
document
reference referenz
count inventur
tracking
`
const groups = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
const meanings = new Map<string, string>()
for (const group of groups) for (const word of group) if (!meanings.has(word)) meanings.set(word, group[0]!)

/** Words that stand in many fields, so that having them in common says little. */
const common = new Set([
  'id',
  'name',
  'date',
  'type',
  'code',
  'value',
  'no',
  'text',
  'amount',
  'state',
  'start',
  'end',
  'by',
  'method',
  'note',
])
/** Words that say nothing of a field. */
const empty = new Set(['at', 'on', 'am', 'is', 'of', 'der', 'die', 'das', 'the', 'in', 'und', 'and', 'kg', 'has'])
export const weightOf = (meaning: string) => (common.has(meaning) ? 0.55 : 1)

const known = new Map<string, readonly string[]>()

/** What a name means, word by word: `kundennummer`, `customer_no` and `CustomerId` are a customer's id. */
export function meaningsOf(name: string): readonly string[] {
  const found = known.get(name)
  if (found) return found
  const words = plain(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !empty.has(word))
  const meaning = [...new Set(words.flatMap((word) => wordMeanings(word)))]
  if (known.size > 20_000) known.clear()
  known.set(name, meaning)
  return meaning
}

/** Umlauts as they are written without: those who name columns do. */
const plain = (text: string) =>
  text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')

function wordMeanings(word: string): string[] {
  const meaning = meanings.get(word) ?? meanings.get(word.replace(/\d+$/, ''))
  if (meaning) return [meaning]
  return compound(word) ?? ending(word) ?? [word]
}

/** A compound of which only the end is known: `ablesedatum` is some date. */
function ending(word: string): string[] | undefined {
  for (let length = 3; length <= word.length - 5; length++) {
    const last = word.slice(length)
    const meaning = last.length >= 4 ? meanings.get(last) : undefined
    if (meaning) return [word.slice(0, length), meaning]
  }
  return undefined
}

/** A German compound, or two English words written as one, in its parts; nothing where a part is unknown. */
function compound(word: string): string[] | undefined {
  for (let length = word.length - 1; length >= 2; length--) {
    const first = meanings.get(word.slice(0, length))
    if (!first) continue
    for (const link of ['', 's', 'n', 'en', 'es']) {
      const rest = word.slice(length)
      if (!rest.startsWith(link) || rest.length === link.length) continue
      const others = meanings.get(rest.slice(link.length)) ?? compound(rest.slice(link.length))
      if (others) return [first, ...(typeof others === 'string' ? [others] : others)]
    }
  }
  return undefined
}
