import { suggestConnections } from '@weft/engine/mapping/suggest.ts'
import { row, type Row } from './figure.ts'
import { fullNameOf, readPairs } from './suggestions/pairs.ts'

/** How many of the suggested connections are right, and how many of the right ones are suggested. */
export async function measure(): Promise<Row[]> {
  return [...figuresOf('40 pairs', 'pairs'), ...figuresOf('10 more pairs', 'more-pairs')]
}

function figuresOf(name: string, file: 'pairs' | 'more-pairs'): Row[] {
  let [right, suggested, wanted] = [0, 0, 0]
  for (const { title, source, target, sample, truth } of readPairs(file)) {
    const hints = { samples: [sample] }
    const found = suggestConnections(source, target, { connections: [], transformers: [] }, hints).map(
      ({ source_field_id, target_field_id }) => `${fullNameOf(source_field_id)}>${fullNameOf(target_field_id)}`,
    )
    right += found.filter((one) => truth.has(one)).length
    suggested += found.length
    wanted += truth.size
    if (process.argv.includes('--verbose')) tell(title, found, truth)
  }
  return [
    row(`${name}: suggested ones that are right`, (right / suggested) * 100, '%'),
    row(`${name}: right ones that are suggested, of ${wanted}`, (right / wanted) * 100, '%'),
  ]
}

function tell(title: string, found: readonly string[], truth: ReadonlySet<string>) {
  const wrong = found.filter((one) => !truth.has(one))
  const missed = [...truth].filter((one) => !found.includes(one))
  console.log(`${title}: wrong ${wrong.join(' ') || '-'}, missed ${missed.join(' ') || '-'}`)
}
