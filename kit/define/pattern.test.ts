import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { say } from '../messages/messages.ts'
import { compilePattern, pattern, patternProblem, statesOf } from './pattern.ts'

test('a pattern finds, takes out groups and replaces as JavaScript would', () => {
  assert.equal(compilePattern('[^0-9+]').replace('+49 (40) 123-45', ''), '+494012345')
  assert.equal(compilePattern('^(.+), (.+)$').replace('Petersen, Anke', '$2 $1'), 'Anke Petersen')
  assert.equal(
    compilePattern(String.raw`(?<year>\d{4})`).replace('In 2026', '<$<year>> $& $$ $9'),
    'In <2026> 2026 $ $9',
  )
  assert.equal(compilePattern(String.raw`A-(\d+)`).first('Order A-10482 of today')?.groups[1], '10482')
  assert.equal(compilePattern(String.raw`\d+`).first('no number'), undefined)
  assert.equal(compilePattern('SHOP', 'i').test('my shop'), true)
  assert.equal(compilePattern(String.raw`^\u00e4\u{1F600}$`).test('ä😀'), true)
  for (const [source, text] of [
    ['a*', 'baac'],
    ['x?', 'xx-x'],
    ['(a)|(b)', 'abc'],
    ['', 'ab'],
  ] as const)
    assert.equal(
      compilePattern(source).replace(text, '<$1>'),
      text.replaceAll(new RegExp(source, 'gu'), '<$1>'),
      source,
    )
})

test('patterns that make a backtracking machine try for ages are done at once', () => {
  const long = 'a'.repeat(100_000)
  for (const evil of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(a*)*b',
    String.raw`(\w+\s?)+$`,
    '^a*a*a*a*a*a*a*b$',
    '(.*)*x',
  ]) {
    const started = performance.now()
    compilePattern(evil).test(`${long}!`)
    const took = performance.now() - started
    assert.ok(took < 3_000, `${evil} took ${took} ms`)
  }
})

test('what cannot be done in such time is refused with the reason in both languages', () => {
  for (const source of ['(?=a)b', '(?<!a)b', String.raw`(a)\1`, '(', 'a{1,2000}', String.raw`(?<n>a)\k<n>`]) {
    const problem = patternProblem(source)
    assert.ok(problem, source)
    assert.equal(pattern.safeParse(source).success, false)
    for (const language of ['en', 'de'] as const) assert.ok(say(problem, language).length > 20)
  }
  for (const source of [String.raw`\\1`, String.raw`\(?=a`, '(?:a)', '(?<name>a)'])
    assert.equal(patternProblem(source), undefined, source)
})

test('no pattern and no text make it fail in another way than by refusing the pattern', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 30 }),
        fc
          .array(
            fc.constantFrom('a', '(', ')', '[', ']', '*', '+', '?', '|', '{2}', '\\', 'd', '^', '$', '.', '-', 'ä'),
            { maxLength: 12 },
          )
          .map((parts) => parts.join('')),
      ),
      fc.string({ maxLength: 200 }),
      fc.string({ maxLength: 10 }),
      (source, text, by) => {
        if (patternProblem(source)) return
        const compiled = compilePattern(source)
        assert.equal(compiled.test(text), compiled.first(text) !== undefined)
        assert.equal(typeof compiled.replace(text, by), 'string')
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a pattern whose machine would be very large is refused before it is made', () => {
  const large = [
    '((a{0,30}){0,10}b|c){0,3}'.repeat(20),
    '(a{0,1000}b)'.repeat(20),
    String.raw`\pL{900}\pL{900}\pL{900}`,
    '[^]x]{999}(?:[[:alpha:]]{999}b{999})',
  ]
  for (const source of large) {
    assert.equal(
      say(patternProblem(source)!, 'en'),
      'This regular expression repeats too much. Use smaller numbers in braces.',
      source,
    )
    assert.equal(
      say(patternProblem(source)!, 'de'),
      'Dieser reguläre Ausdruck wiederholt zu viel. Verwenden Sie kleinere Zahlen in geschweiften Klammern.',
    )
  }
  assert.deepEqual(
    ['a{1000}', '((a{10}){10})', String.raw`[A-Z]{2}\d{2}[A-Z0-9]{1,30}`, String.raw`\Q(a{9}\E`].map((source) =>
      statesOf(source),
    ),
    [1000, 122, 34, 9],
  )
  for (const source of ['a{1000}', String.raw`^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$`, 'a'.repeat(500)])
    assert.equal(patternProblem(source), undefined, source)
  assert.equal(pattern.safeParse('a'.repeat(501)).success, false)
})
