import { strength, strengthOfMinus, strengthOfNot, type Formula, type FormulaSetting } from './formula.ts'
import { quoted, writtenName } from './tokens.ts'

/** Writes a formula with no more brackets than it needs; reading it again gives the same tree. */
export function printFormula(tree: Formula): string {
  return written(tree, 0)
}

function written(tree: Formula, least: number): string {
  switch (tree.is) {
    case 'number':
      return tree.value.startsWith('-') ? bracketed(tree.value, strengthOfMinus, least) : tree.value
    case 'text':
      return quoted(tree.value)
    case 'truth':
      return String(tree.value)
    case 'nothing':
      return 'null'
    case 'missing':
      return ''
    case 'name':
      return writtenName(tree.name)
    case 'negative':
      return bracketed(`-${written(tree.of, strengthOfMinus)}`, strengthOfMinus, least)
    case 'call':
      return call(tree, least)
    case 'pair': {
      const own = strength[tree.operator]
      const text = `${written(tree.left, own)} ${tree.operator} ${written(tree.right, own + 1)}`
      return bracketed(text, own, least)
    }
    case 'list':
      return `[${tree.of.map(printFormula).join(', ')}]`
    case 'object':
      return `{${tree.fields.map(setting).join(', ')}}`
  }
}

function call({ name, inputs, settings }: Extract<Formula, { is: 'call' }>, least: number): string {
  if (name === 'not' && inputs.length === 1 && settings.length === 0)
    return bracketed(`not ${written(inputs[0]!, strengthOfNot)}`, strengthOfNot, least)
  return `${name}(${[...inputs.map(printFormula), ...settings.map(setting)].join(', ')})`
}

const setting = ({ name, value }: FormulaSetting) =>
  `${/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : quoted(name)}: ${printFormula(value)}`

const bracketed = (text: string, own: number, least: number) => (own < least ? `(${text})` : text)
