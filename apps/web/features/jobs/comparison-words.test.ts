import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unusualInWords, type Compared } from './comparison-words.ts'

const slow: Compared = {
  ...{ figure: 'duration', value: 164_000, median: 41_000, spread: 2_000 },
  ...{ runs: 8, weekday: 2, unusual: 'more' },
}
const shown: [compared: Compared, en: string, de: string, mark: string][] = [
  [
    slow,
    'Took 4 × as long as usual on a Tuesday (median of 8 runs: 41 s).',
    'Dauerte 4-mal so lange wie üblich an einem Dienstag (Median von 8 Läufen: 41 s).',
    '4 × as long',
  ],
  [
    { ...slow, value: 10_250, weekday: null, unusual: 'less' },
    'Took only 25% of the usual time (median of 8 runs: 41 s).',
    'Dauerte nur 25\u00a0% der üblichen Zeit (Median von 8 Läufen: 41 s).',
    'Short',
  ],
  [
    { ...slow, figure: 'records', value: 400, median: 4_000, unusual: 'less' },
    'Moved only 400 records, usually 4,000 on a Tuesday (median of 8 runs).',
    'Bewegte nur 400 Datensätze, üblich sind 4.000 an einem Dienstag (Median von 8 Läufen).',
    'Few records',
  ],
  [
    { ...slow, figure: 'rejected', value: 12, median: 0, weekday: null },
    'Rejected 12 records, usually 0 (median of 8 runs).',
    'Lehnte 12 Datensätze ab, üblich sind 0 (Median von 8 Läufen).',
    'Many rejected',
  ],
  [
    { ...slow, figure: 'throughput', value: 2.5, median: 100, weekday: 7, unusual: 'less' },
    'Moved only 2.5 records a second, usually 100 on a Sunday (median of 8 runs).',
    'Bewegte nur 2,5 Datensätze pro Sekunde, üblich sind 100 an einem Sonntag (Median von 8 Läufen).',
    'Slow',
  ],
]
for (const [compared, en, de, mark] of shown)
  test(en, () => {
    assert.deepEqual(unusualInWords(compared, 'en'), { sentence: en, mark })
    assert.equal(unusualInWords(compared, 'de').sentence, de)
  })
