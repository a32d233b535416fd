import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const count = 200
const step = (i: number) =>
  i === 0
    ? '  - { id: s0, element: manual, position: { x: 0, y: 0 } }'
    : `  - { id: s${i}, element: set_fields, position: { x: ${(i % 10) * 260}, y: ${Math.floor(i / 10) * 140} }, settings: { fields: [{ field: f${i}, value: "${i}" }] } }`
const source = `weft: 1
label: Long
steps:
${Array.from({ length: count }, (_, i) => step(i)).join('\n')}
edges:
${Array.from({ length: count - 1 }, (_, i) => `  - { from: s${i}.out, to: s${i + 1}.in }`).join('\n')}
`

test('of 200 steps those in sight are drawn; dragging the drawing and fitting it reach all', async () => {
  const { id } = await user.post('workflows', { label: 'Long', class_name: 'Long', source })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  const card = (n: number) => page.locator(`.react-flow__node[data-id=s${n}]`)
  await card(0).waitFor()
  await card(150).waitFor({ state: 'detached' })
  const drawn = await page.locator('.react-flow__node').count()
  assert.ok(drawn >= 6 && drawn < 80, `${drawn} steps drawn`)
  await seenInBoth(page, 'designer-large')

  const pane = (await page.locator('.react-flow__pane').boundingBox())!
  const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height - 90]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 500, y - 500, { steps: 5 })
  await page.mouse.up()
  await card(0).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await card(199).waitFor()
  assert.equal(await page.locator('.react-flow__node').count(), count)
})
