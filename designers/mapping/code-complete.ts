import { operators } from '@weft/kit/define/condition.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { functionName } from '@weft/kit/formula/functions.ts'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import type { Row } from './rows.ts'

type Offer = { label: string; detail?: string; apply?: string }
export type CodeOffers = { /** How many characters before the cursor they replace. */ typed: number; offers: Offer[] }
export type CodeGround = {
  sources: readonly Row[]
  targets: readonly Row[]
  transformers: readonly Transformer[]
  language: Language
}

const boxKeys = ['output', 'key', 'label', 'inputs', 'options', 'conditions', 'otherwise', 'position']
const headKeys = ['connections', 'transformers']

/** What can be written at the end of `before`, the text of a mapping up to the cursor in `whole`. */
export function codeOffers(before: string, whole: string, ground: CodeGround): CodeOffers | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const typed = /[\p{L}\p{N}_.]*$/u.exec(line)![0]
  const found = (offers: Offer[]) => (offers.length > 0 ? { typed: typed.length, offers } : undefined)
  const start = line.slice(0, line.length - typed.length)
  if (/\btarget_field:\s*["']?$/.test(start)) return found(ground.targets.map(fieldOffer(ground.language)))
  if (/\b(?:source_field|field):\s*["']?$/.test(start) || /\binputs:\s*\[[^\]]*$/.test(start) || isInput(before, start))
    return found(originOffers(whole, ground))
  const box = transformerAbove(before, ground)
  const isText = /\btext:\s/.test(start) && box !== undefined && isFormula(box)
  if (isText) return typed === '' ? undefined : found([...originOffers(whole, ground), ...functionOffers(ground)])
  const value = /^\s*(?:- )?(\w+):\s*$/.exec(start)
  if (value) return found(valueOffers(value[1]!, box, ground))
  const key = /^(\s*)(- )?$/.exec(start)
  return key ? found(keyOffers(key[1]!.length + (key[2]?.length ?? 0), before, box, ground.language)) : undefined
}

/** A line of its own in the list of inputs. */
function isInput(before: string, start: string) {
  if (!/^\s*- $/.test(start)) return false
  const above = before.split('\n').slice(0, -1)
  return /^\s*inputs:\s*$/.test(above.findLast((line) => !/^\s*(- [\w.]+\s*)?$/.test(line)) ?? '')
}

const fieldOffer =
  (language: Language) =>
  ({ full_name, type }: Row): Offer => ({ label: full_name, detail: say(typeTexts[type](), language) })

const originOffers = (whole: string, { sources, language }: CodeGround): Offer[] => [
  ...sources.map(fieldOffer(language)),
  ...[...whole.matchAll(/^\s*(?:- )?output:\s*(\w+)/gm)].map(([, label]) => ({ label: label! })),
]

const functionOffers = ({ transformers, language }: CodeGround): Offer[] =>
  transformers
    .filter((one) => one.key !== 'constant' && !isFormula(one))
    .map(({ key, labels }) => ({ label: functionName(key), detail: labels.title[language] }))

function valueOffers(key: string, box: Transformer | undefined, { transformers, language }: CodeGround): Offer[] {
  if (key === 'key') return transformers.map((one) => ({ label: one.key, detail: one.labels.title[language] }))
  if (key === 'operator' && !box?.options.shape['operator']) return operators.map((label) => ({ label }))
  if (key === 'otherwise') return [{ label: 'empty' }, { label: 'pass' }]
  const schema = box?.options.shape[key] as unknown
  return schema ? [...new Set([...choicesOf(schema), ...(key === 'operator' ? operators : [])])].map(asOffer) : []
}

function keyOffers(indent: number, before: string, box: Transformer | undefined, language: Language): Offer[] {
  if (indent === 0) return headKeys.map(asKey)
  const lines = before.split('\n')
  const parent = lines.slice(0, -1).findLast((line) => line.trim() !== '' && indentOf(line) < indent) ?? ''
  if (/^\s*(?:- )?options:\s*$/.test(parent))
    return Object.keys(box?.options.shape ?? {}).map((key) => ({
      ...asKey(key),
      detail: titleOf(box!.labels.fields[key], language),
    }))
  if (/^\s*conditions:\s*$/.test(parent)) return ['field', 'operator', 'value'].map(asKey)
  if (/^connections:\s*$/.test(parent)) return ['source_field', 'target_field'].map(asKey)
  return /^transformers:\s*$/.test(parent) ? boxKeys.map(asKey) : []
}

/** The transformer of the box the cursor is in. */
function transformerAbove(before: string, { transformers }: CodeGround): Transformer | undefined {
  const box = before.slice(Math.max(0, before.search(/^ {0,2}- (?![^]*^ {0,2}- )/m)))
  const key = /^\s*(?:- )?key:\s*["']?(\w+)/m.exec(box)?.[1]
  return transformers.find((one) => one.key === key)
}

type Def = { type: string; innerType?: { def: Def }; entries?: Record<string, string> }
function choicesOf(schema: unknown): string[] {
  const { def } = schema as { def: Def }
  if (def.type === 'enum') return Object.values(def.entries ?? {})
  if (def.type === 'boolean') return ['true', 'false']
  return def.innerType ? choicesOf(def.innerType) : []
}

/** An item's dash counts as indentation: its keys line up behind it. */
const indentOf = (line: string) => /^[\s-]*/.exec(line)![0].length
const asOffer = (label: string): Offer => ({ label })
const asKey = (label: string): Offer => ({ label, apply: `${label}: ` })
const titleOf = (label: FieldLabel | undefined, language: Language) =>
  label ? ('label' in label ? label.label : label)[language] : ''
