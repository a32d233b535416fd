import { inputType } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { isLoop, type Block, type PlannedCall, type PlannedExpression, type Loop, type MappingPlan } from './plan.ts'
import { isInherited } from './runtime.ts'

const converter: Record<ValueType, string> = {
  text: 'toText',
  integer: 'toInteger',
  decimal: 'toDecimal',
  boolean: 'toBoolean',
  date: 'toDate',
  date_time: 'toMoment',
  list: 'toList',
  object: 'toObject',
  any: 'plain',
}

/**
 * Writes a plan as JavaScript: `{ map, gather }`, where `map` makes a target record of a source record and `gather` holds,
 * round by round, the functions that collect the keys of lookups. Nothing of the mapping is looked at per record.
 */
export function writeCode(plan: MappingPlan): { code: string; map: string; tests: Condition[] } {
  const writer = writerFor(plan)
  const map = writer.fn(plan.main, false)
  const gather = plan.rounds.map((blocks) => `[${blocks.map((block) => writer.fn(block, true)).join(', ')}]`)
  return {
    tests: writer.tests,
    code: `'use strict'\n${preludeOf(plan, writer).join('\n')}\n\n/** One target record of one source record. */\nconst map = ${map}\n\n/** The keys of lookups, asked for once a batch. */\nconst gather = [${gather.join(', ')}]\n\nreturn { map, gather }\n`,
    map,
  }
}

/** The fields of a mapping as statements and, for each, the expression they end in. */
export type FieldCode = {
  prelude: string[]
  statements: string[]
  fields: { name: string; value: string }[]
  tests: Condition[]
}

/**
 * Writes a plan as part of a longer function in which the fields of the source are variables already, by their names. Undefined where it
 * takes more than that: rows from elsewhere, or the record as a whole.
 */
export function writeFields(plan: MappingPlan, variables: ReadonlyMap<string, string>): FieldCode | undefined {
  const { gives } = plan.main
  if (plan.joins.length > 0 || plan.lookups.length > 0 || gives.is !== 'object') return undefined
  const writer = writerFor(plan, variables)
  const { statements, fields } = writer.fields(plan.main, gives.fields)
  if (writer.readsWhole()) return undefined
  return { prelude: preludeOf(plan, writer), statements, fields, tests: writer.tests }
}

const preludeOf = (plan: MappingPlan, { applied }: { applied(use: number): string }) => [
  `const { ${Object.entries(converter)
    .filter(([type]) => type !== 'any')
    .map(([type, name]) => `${type}: ${name}`)
    .join(', ')} } = to`,
  ...plan.uses.map((_, i) => `const ${applied(i)} = apply[${i}]`),
  ...plan.lookups.map((_, i) => `const rows${i} = rows[${i}]`),
]

type Here = {
  lines: string[]
  indent: string
  objects: Map<string, string>[]
  /** By depth: what is gone through, as it came. */
  entries: string[]
  names: Map<PlannedCall, string>
  tolerant: boolean
}

function writerFor(plan: MappingPlan, variables?: ReadonlyMap<string, string>) {
  let temporaries = 0
  let whole = false
  const tests: Condition[] = []
  const gathered = new Map<Loop, string>()
  const kept = new Map<PlannedCall, string>()
  const applied = (use: number) => `${plan.uses[use]!.transformer.key.replace(/\W/g, '_')}_${use + 1}`
  const temporary = (letter: string) => `${letter}${++temporaries}`
  const put = (here: Here, line: string) => void here.lines.push(here.indent + line)

  const begun = (tolerant: boolean): Here => ({
    ...{ lines: [], indent: '  ', objects: [new Map([['', 'source']])], entries: ['source'] },
    ...{ names: new Map(), tolerant },
  })

  const fields = ({ steps }: Block, given: { name: string; value: PlannedExpression }[]) => {
    const here = begun(false)
    takeSteps(steps, here)
    return {
      statements: here.lines,
      fields: given.map((field) => ({ name: field.name, value: value(field.value, here) })),
    }
  }

  const fn = (block: Block, tolerant: boolean): string => {
    const here = begun(tolerant)
    const gives = body(block, here)
    if (!tolerant) put(here, `return ${gives}`)
    return `(source) => {\n${here.lines.join('\n')}\n}`
  }

  const takeSteps = (steps: Block['steps'], here: Here) => {
    for (const step of steps) {
      if (isLoop(step)) gathered.set(step, each(step, here))
      else writeCall(step, here)
    }
  }

  const body = (block: Block, here: Here): string => {
    takeSteps(block.steps, here)
    return value(block.gives, here)
  }

  const value = (expression: PlannedExpression, here: Here): string => {
    switch (expression.is) {
      case 'read':
        return read(expression.depth, expression.path, here)
      case 'entry':
        if (expression.depth === 0) whole = true
        return here.entries[expression.depth]!
      case 'result':
        return here.names.get(expression.of)!
      case 'object':
        return object(expression.fields, here)
      case 'each':
        return each(expression, here)
      case 'gathered':
        return gathered.get(expression.by)!
      case 'kept':
        return `${kept.get(expression.of)!}[i${expression.depth}]`
      case 'land':
        return land(expression, here)
      case 'collect': {
        const key = temporary('k')
        const values = expression.values.map((one) => (one ? value(one, here) : 'null'))
        if (plan.wants.has(expression.use)) {
          put(here, `const ${key} = wants.get(${expression.use})(${values.join(', ')})`)
          put(here, `if (${key} !== undefined) collect(${expression.lookup}, ${key})`)
          return 'null'
        }
        put(here, `const ${key} = ${values[0]}`)
        put(here, `if (${key} != null && ${key} !== '') collect(${expression.lookup}, keyOf(plain(${key})))`)
        return 'null'
      }
    }
  }

  /** Objects on the way to a field are made sure of once a block. */
  const read = (depth: number, path: string[], here: Here): string => {
    const objects = here.objects[depth]!
    let object = objects.get('')!
    for (let i = 1; i < path.length; i++) {
      const way = path.slice(0, i).join('.')
      const known = objects.get(way)
      if (known) object = known
      else {
        const name = temporary('o')
        put(here, `const ${name} = objectOf(${member(object, path[i - 1]!)})`)
        objects.set(way, name)
        object = name
      }
    }
    if (path.length > 0) return member(object, path.at(-1)!)
    if (depth === 0) whole = true
    return object
  }
  const member = (object: string, name: string) =>
    variables && object === 'source' ? (variables.get(name) ?? 'undefined') : property(object, name)

  const object = (fields: { name: string; value: PlannedExpression }[], here: Here): string => {
    const values = fields.map(
      ({ name, value: inner }) => `${plainName.test(name) ? name : `[${JSON.stringify(name)}]`}: ${value(inner, here)}`,
    )
    if (values.length === 0) return '{}'
    return `{\n${values.map((line) => `${here.indent}  ${line.replaceAll('\n', '\n  ')},`).join('\n')}\n${here.indent}}`
  }

  const each = ({ list, block }: Loop, here: Here): string => {
    const [from, to, at] = [temporary('l'), temporary('list'), `i${block.depth}`]
    put(here, `const ${from} = entriesOf(${value(list, here)})`)
    put(here, `const ${to} = ${from} && []`)
    for (const step of block.steps) {
      if (isLoop(step) || !step.kept) continue
      const all = temporary(`$${plan.uses[step.use]!.stored.output}_`)
      kept.set(step, all)
      put(here, `const ${all} = []`)
    }
    put(here, `if (${from}) for (let ${at} = 0; ${at} < ${from}.length; ${at}++) {${here.tolerant ? ' try {' : ''}`)
    const entry = `entry${block.depth}`
    const inner: Here = {
      ...here,
      indent: `${here.indent}  `,
      objects: [...here.objects.slice(0, block.depth).map((known) => new Map(known)), new Map([['', entry]])],
      entries: [...here.entries.slice(0, block.depth), `${from}[${at}]`],
      names: new Map(here.names),
    }
    put(inner, `const ${entry} = objectOf(${from}[${at}])`)
    const gives = body(block, inner)
    put(inner, `${to}.push(${gives})`)
    put(here, here.tolerant ? '} catch {} }' : '}')
    return to
  }

  const land = ({ how, type, value: inner }: Extract<PlannedExpression, { is: 'land' }>, here: Here): string => {
    const written = value(inner, here)
    if (how === 'plain') return `plain(${written}) ?? null`
    if (how === 'as_is') return `${written} ?? null`
    const name = temporary('v')
    put(here, `const ${name} = ${written}`)
    if (how === 'blank_to_null') return `${name} === '' ? null : ${name} ?? null`
    const converted = `${converter[type]}(${name})`
    // A statement of its own, so that of several wrong values the first in the order of the fields is the one refused.
    const landed = temporary('f')
    put(
      here,
      `const ${landed} = ${name} == null || ${name} === '' ? null : ${type === 'decimal' ? `plain(${converted})` : converted}`,
    )
    return landed
  }

  const writeCall = (call: PlannedCall, here: Here) => {
    const use = plan.uses[call.use]!
    const inputs = call.inputs.map((input) => {
      if (!input) return undefined
      const name = temporary('a')
      put(here, `const ${name} = ${value(input, here)}`)
      return name
    })
    const conditions = call.tests.map(
      ({ value: tested, condition }) =>
        `evaluateCondition({ x: ${tested.is === 'result' ? `plain(${value(tested, here)})` : value(tested, here)} }, tests[${tests.push(condition) - 1}])`,
    )
    const { transformer, stored } = use
    const arguments_ = inputs.map((name, i) => {
      if (!name) return 'null'
      const converted = `${converter[inputType(transformer, i)]}(${name})`
      return transformer.takes_empty ? `${missing(name)} ? null : ${converted}` : converted
    })
    const empties = transformer.takes_empty ? [] : inputs.map((name) => (name ? missing(name) : 'true'))
    const row = plan.rowOf.get(call.use)
    const wanted = plan.wants.has(call.use)
      ? `wants.get(${call.use})(${inputs.map((name) => name ?? 'null').join(', ')})`
      : `keyOf(plain(${inputs[0]!}))`
    const fixed =
      'all' in transformer.takes
        ? []
        : Array.from({ length: Math.max(0, transformer.takes.length - inputs.length) }, () => 'null')
    const found = row === undefined ? [] : [`rows${row}.get(${wanted})`]
    const applied_ = `${applied(call.use)}(${[...arguments_, ...fixed, ...found].join(', ')}) ?? null`
    const short = fixed.length > 0 && !transformer.takes_empty
    const whole = short ? 'null' : empties.length > 0 ? `${empties.join(' || ')} ? null : ${applied_}` : applied_
    const name = `$${stored.output}`
    const small = variables && conditions.length === 0 && row === undefined && inputs.length > 0 && transformer.small
    const whole_ = small ? inSmall(call.use, inputs, whole, here) : whole
    const passed =
      stored.otherwise === 'pass' && inputs[0]
        ? `${missing(inputs[0])} ? null : ${converter[use.gives]}(${inputs[0]})`
        : 'null'
    put(
      here,
      `const ${name} = ${conditions.length > 0 ? `${conditions.join(' && ')} ? (${whole}) : ${passed}` : whole_}`,
    )
    const all = kept.get(call)
    if (all) put(here, `${all}[i${here.objects.length - 1}] = ${name}`)
    here.names.set(call, name)
  }

  /** Computed with small decimals where all inputs are some and that is enough. */
  const inSmall = (use: number, inputs: (string | undefined)[], otherwise: string, here: Here): string => {
    const smalls = inputs.map((input) => {
      const name = temporary('d')
      put(here, `const ${name} = smallOf(${input ?? 'null'})`)
      return name
    })
    return `(${smalls.map((name) => `${name} && `).join('')}small[${use}](${smalls.join(', ')})) ?? (${otherwise})`
  }

  return { fn, fields, applied, tests, readsWhole: () => whole }
}

const plainName = /^[a-z][a-z0-9_]*$/
const missing = (name: string) => `${name} == null || ${name} === ''`

/** Names are checked to be plain words, and quoted all the same wherever they could be more. */
const property = (object: string, name: string) =>
  isInherited(name)
    ? `own(${object}, ${JSON.stringify(name)})`
    : plainName.test(name)
      ? `${object}.${name}`
      : `${object}[${JSON.stringify(name)}]`
