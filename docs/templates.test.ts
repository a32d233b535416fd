import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { renderText } from '@weft/kit/define/render.ts'
import { filterNames, parseTemplate } from '@weft/kit/define/template.ts'

const text = readFileSync(path.join(import.meta.dirname, 'templates.md'), 'utf8')
const record = JSON.parse(/```json\n(.*?)```/s.exec(text)![1]!) as Record<string, unknown>
const [examples, mistakes] = text.split('## Mistakes') as [string, string]
const rows = (part: string) =>
  [...part.matchAll(/^\| `(.+?)` \| `(.*)` \|$/gm)].map(([, template, gives]): [string, string] => [
    template!.replaceAll('\\|', '|'),
    gives!,
  ])

for (const [template, gives] of rows(examples))
  test(`${template} gives ${gives}`, () => assert.equal(renderText(parseTemplate(template), record), gives))
for (const [template, says] of rows(mistakes))
  test(`${template} is refused`, () => assert.throws(() => parseTemplate(template), { message: says }))

test('the page shows every filter', () => {
  assert.ok(rows(examples).length >= 29 && rows(mistakes).length === 3)
  for (const name of filterNames)
    assert.ok(
      rows(examples).some(([template]) => new RegExp(`\\| ${name}\\b`).test(template)),
      name,
    )
})
