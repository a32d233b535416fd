import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

/**
 * By the order, marks and particles of names; salutations and academic titles as DIN 5008 writes them. `split.test.ts`
 * measures how often it is right.
 */
export const splitName = defineTransformer({
  key: 'split_name',
  group: 'text',
  icon: 'IconUser',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'object',
  apply: () => split,
  labels: {
    title: { en: 'Split a name', de: 'Namen zerlegen' },
    help: {
      en: 'Makes salutation, title, first_name, last_name and suffix of a name, with a confidence from 0 to 1. Below 0.8 somebody should look.',
      de: 'Macht aus einem Namen salutation, title, first_name, last_name und suffix, mit einer Sicherheit confidence von 0 bis 1. Unter 0.8 sollte jemand nachsehen.',
    },
    fields: {},
  },
  examples: [
    {
      takes: ['Frau Dr. Eva von der Heide'],
      gives: {
        salutation: 'Frau',
        title: 'Dr.',
        first_name: 'Eva',
        last_name: 'von der Heide',
        suffix: null,
        confidence: '0.95',
      },
    },
    {
      takes: ['Petersen, Anke'],
      gives: {
        salutation: null,
        title: null,
        first_name: 'Anke',
        last_name: 'Petersen',
        suffix: null,
        confidence: '0.95',
      },
    },
    {
      takes: ['Nordwind GmbH'],
      gives: {
        salutation: null,
        title: null,
        first_name: null,
        last_name: 'Nordwind GmbH',
        suffix: null,
        confidence: '0.1',
      },
    },
  ],
})

const salutation = /^(?:herrn?|frau|hr|fr|mr|mrs|ms|miss|mx|madame|monsieur|mme|familie|fam|eheleute)\.?$/i
const courtesy = /^(?:(?:sehr geehrte[rs]?|liebe[rs]?|dear|an|z\. ?hd\.) )+/i
const title =
  /^(?:(?:univ\.?-?)?prof|dr|dr\.?-ing|dipl\.?-?[a-zäöü]+|dipl|mag|di|ing|pd|priv\.?-doz|lic|ddr|ra|rain|stb|sir|dame|lord|lady|med|phil|rer|nat|pol|oec|jur|iur|theol|vet|dent|habil|h\.? ?c|mult|fh)\.?$/i
const suffix = /^(?:jr|sr|jun|sen|ii|iii|iv|ph\.?d|mba|m\.?sc|b\.?sc|m\.?a|b\.?a|ll\.?m|esq|md|obe|cbe)\.?$/i
const particle =
  /^(?:von|vom|van|de|der|den|dem|zu|zum|zur|und|la|le|du|des|di|da|del|della|dal|dos|das|do|ter|ten|te|af|av|al|el|bin|ibn|graf|gräfin|freiherr|freifrau|baron|baronin|prinz|prinzessin|fürst|herzog|ritter|edler|schenk)$/i
const company =
  /\b(?:gmbh|ag|kg|ohg|ug|gbr|e\.? ?v|e\.? ?k|ltd|limited|llc|inc|plc|se|s\.? ?a|sarl|corp|stiftung|verein)\b\.?/i
const firstNames = new Set(
  `alexander andrea andreas angelika anja anke anna anne annette antje beate benjamin bernd birgit björn carl caroline charles charlotte
  christian christiane christina christine christoph claudia claus daniel daniela david dennis dieter dirk dominik elisabeth elke emily emma
  erika ernst eva felix florian frank franz friedrich fritz gabriele george georg gerd gerhard gisela günter hannah hans harald heike heinz helga
  helmut herbert holger horst inge ingrid jan jane jens joachim johann johanna johannes john jonas josef julia jürgen jutta karin karl karsten
  kathrin katja kerstin klaus konstantin kurt lara laura lena leon leonie lisa lukas manfred manuela marcel marco maria marie marion markus
  martin martina mary matthias max maximilian mehmet mia michael monika nadine nicole niklas nina norbert olaf oliver otto patrick paul peter
  petra philipp rainer ralf regina reinhard renate reto robert roland rolf rudolf sabine sandra sarah sebastian silke simon sonja sophie
  stefan stefanie stephan susanne sven tanja thomas tim tobias torsten udo ulrich ulrike urs ursula uta ute uwe verena volker walter
  werner wilhelm william wolfgang`.split(/\s+/),
)
const isFirst = (word: string | undefined) =>
  word !== undefined &&
  (firstNames.has(word.toLowerCase()) || word.split('-').every((part) => firstNames.has(part.toLowerCase())))

function split(text: string) {
  const name = text.slice(0, 300).replace(/\s+/g, ' ').trim().replace(courtesy, '')
  if (company.test(name)) return parts({ last: name, confidence: 10 })
  const [before, ...behind] = name.split(',').map((part) => part.trim())
  const marks = behind.flatMap((part) => part.split(' ')).filter((word) => suffix.test(word))
  const rest = behind
    .map((part) => part.split(' ').filter((word) => !suffix.test(word)))
    .filter((part) => part.length > 0)
  const front = taken(before!.split(' '))
  if (rest.length === 1) {
    const given = taken(rest[0]!)
    return parts({
      salutation: [...front.salutation, ...given.salutation],
      title: [...front.title, ...given.title],
      first: given.words,
      last: front.words.join(' '),
      suffix: marks,
      confidence: given.words.length === 0 ? 50 : 95,
    })
  }
  const { words, ...known } = front
  const ends = words.length > 1 && suffix.test(words.at(-1)!) ? [words.pop()!] : []
  const found = inOrder(words, known.salutation.length > 0 || known.title.length > 0)
  const sure = rest.length > 1 ? found.confidence - 50 : found.confidence
  return parts({ ...known, ...found, suffix: [...ends, ...marks], confidence: sure })
}

/** Salutations and titles in front of a name, and its words. */
function taken(words: string[]) {
  const [addressed, titled]: string[][] = [[], []]
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]!
    if (salutation.test(word) && titled!.length === 0) addressed!.push(word)
    // The very last word is a name, whatever it looks like.
    else if (title.test(word) && (at < words.length - 1 || titled!.length === 0)) titled!.push(word)
    else break
  }
  return { salutation: addressed!, title: titled!, words: words.slice(at) }
}

function inOrder(words: string[], isAddressed: boolean): { first: string[]; last: string; confidence: number } {
  if (words.length === 1) return { first: [], last: words[0]!, confidence: isAddressed ? 90 : 40 }
  const at = words.findIndex((word, i) => i > 0 && i < words.length - 1 && particle.test(word))
  if (
    words.includes('&') ||
    words.includes('+') ||
    (words.includes('und') && at > 0 && !/^(?:von|zu)$/i.test(words[at - 1] ?? '') && words[at] === 'und')
  )
    return { first: words.slice(0, -1), last: words.at(-1)!, confidence: 60 }
  if (at > 0) return { first: words.slice(0, at), last: words.slice(at).join(' '), confidence: 95 }
  if (particle.test(words[0]!)) return { first: [], last: words.join(' '), confidence: 70 }
  const [start, ...others] = words
  if (!isFirst(start) && others.every(isFirst)) return { first: others, last: start!, confidence: 80 }
  const knowsFirst =
    words.slice(0, -1).some(isFirst) || words.slice(0, -1).every((word) => /^(?:\p{L}\.)+$/u.test(word))
  const base = words.length === 2 ? 90 : words.length === 3 ? 80 : 60
  return {
    first: words.slice(0, -1),
    last: words.at(-1)!,
    confidence: knowsFirst || isAddressed ? base + 5 : base - 15 + (words.length === 2 ? 5 : 0),
  }
}

const parts = (found: {
  salutation?: string[]
  title?: string[]
  first?: string[]
  last: string
  suffix?: string[]
  confidence: number
}) => ({
  salutation: found.salutation?.join(' ') || null,
  title: found.title?.join(' ') || null,
  first_name: found.first?.join(' ') || null,
  last_name: found.last || null,
  suffix: found.suffix?.join(' ') || null,
  confidence: String(Math.max(0, found.confidence) / 100),
})
