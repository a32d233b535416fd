// In a process of its own: a product and a browser are enough for one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney } from './opening.ts'

test('a workflow is drawn, saved, run and brought back in the browser', { timeout: 300_000 }, async () => {
  const { product, pageOf } = await aJourney()
  const { user, sign_in } = await aTenantOn(product, 'Drawing Ltd')
  const page = await pageOf(sign_in, '/dashboard', { permissions: ['clipboard-read', 'clipboard-write'] })

  const step = (id: string) => page.locator(`.react-flow__node[data-id=${id}]`)
  const cards = page.locator('.react-flow__node')
  const lines = page.locator('.react-flow__edge')
  const drawn = async () => [await cards.count(), await lines.count()]
  const counts = async (wanted: [number, number]) => {
    // On a busy machine it is drawn later than the key is pressed.
    for (let i = 0; i < 60 && String(await drawn()) !== String(wanted); i++) await pause()
    assert.deepEqual(await drawn(), wanted)
  }
  const pause = () => page.waitForTimeout(250)
  const press = async (keys: string) => {
    await page.keyboard.press(keys)
    await pause()
  }

  // Create: a class name with a space is refused before anything is sent.
  await page.goto(`${product.url}/project/workflows/create`)
  await page.getByLabel('Name', { exact: false }).first().fill('Tell the team')
  await page.getByLabel('Class name').fill('Tell the team')
  await page.keyboard.press('Tab')
  await page.getByText('no spaces, no special characters').waitFor()
  await page.getByLabel('Class name').fill('TellTheTeam')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/mode\/build$/)
  const id = /workflows\/([^/]+)\//.exec(page.url())![1]!

  // Clicking adds below and connects; each step back takes one of it away.
  await page.getByRole('button', { name: 'Manual start' }).click()
  await pause()
  await page.getByRole('button', { name: 'Notify', exact: true }).click()
  await pause()
  await counts([2, 1])
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } })
  await press('Control+z')
  await counts([1, 0])
  await press('Control+Shift+z')
  await counts([2, 1])

  // Dragging a step is one step back, copy and paste makes a second one, Delete removes it.
  const before = (await step('notify').boundingBox())!
  await page.mouse.move(before.x + 60, before.y + 15)
  await page.mouse.down()
  await page.mouse.move(before.x + 190, before.y + 47, { steps: 8 })
  await page.mouse.up()
  await pause()
  assert.ok((await step('notify').boundingBox())!.x > before.x + 100)
  await press('Control+z')
  assert.equal(Math.round((await step('notify').boundingBox())!.x), Math.round(before.x))
  await step('notify').click()
  await press('Control+c')
  await press('Control+v')
  await counts([3, 1])
  await press('Delete')
  await counts([2, 1])
  await page.getByRole('button', { name: 'Paste Notify' }).click()
  await pause()
  await counts([3, 1])
  await press('Control+z')
  await counts([2, 1])

  // Tidying up waits for what lays out, and takes away nothing of what is drawn meanwhile.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/tidy-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await page.getByRole('button', { name: 'Paste Notify' }).click()
  await counts([3, 1])
  answer()
  await page.locator('[aria-label="Tidy up"]:not([data-loading])').waitFor()
  await pause()
  await counts([3, 1])
  await press('Control+z')
  await press('Control+z')
  await counts([2, 1])

  // Publishing is refused with the step that is not complete; a draft may be saved.
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Not publishable yet').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved with 1 hint').waitFor()
  await step('notify').click()
  await page.getByLabel('Title').first().fill('It works')
  await page.getByText('No hints').waitFor()

  // The same text as code: a comment typed there survives what the designer changes next.
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# Asked for by sales\n')
  // Ctrl+S, however long it is held, saves once and finds no other person's change.
  const saves: number[] = []
  page.on(
    'response',
    (response) =>
      response.request().method() === 'PUT' &&
      response.url().endsWith(`/workflows/${id}/code`) &&
      saves.push(response.status()),
  )
  await page.keyboard.down('Control')
  await page.keyboard.down('s')
  await page.keyboard.down('s')
  await page.keyboard.up('Control')
  await page.getByText('Saved as version 3').waitFor()
  await pause()
  assert.deepEqual(saves, [200])
  await page.getByRole('link', { name: 'Design', exact: true }).click()
  await step('notify').click()
  await page.getByLabel('Name', { exact: true }).fill('Tell sales')
  await pause()

  // Leaving asks first.
  await page
    .getByRole('navigation', { name: 'Sections of the workflow' })
    .getByRole('link', { name: 'Settings' })
    .click()
  await page.getByText('Discard unsaved changes?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()

  await page.getByRole('button', { name: 'Publish' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Published as version 4' })
  await told.waitFor()
  // What tells of it stands beside the settings, not over them.
  const settings = (await page.getByRole('complementary', { name: 'Settings of the step' }).boundingBox())!
  const message = (await told.boundingBox())!
  assert.ok(message.x + message.width <= settings.x, `${message.x + message.width} > ${settings.x}`)
  const { source, published, active } = await user.get(`workflows/${id}/code`)
  assert.deepEqual([published, active], [true, true])
  assert.match(source, /^# Asked for by sales\nweft: 1\n/)
  assert.match(source, /label: Tell sales\n {4}settings:\n {6}title: It works/)

  // A run by hand: its figures appear on the cards.
  await page.getByRole('button', { name: 'Test run' }).click()
  await page.getByRole('radio', { name: 'Real run' }).click()
  await page.getByRole('checkbox', { name: 'Yes, write and send for real' }).click()
  await page.getByLabel('Test data (JSON)').fill('{"order": ')
  await page.getByText('Invalid JSON').waitFor()
  await page.getByLabel('Test data (JSON)').fill('{"order": 7}')
  await page.getByRole('button', { name: 'Run for real' }).click()
  assert.ok(await page.evaluate(() => localStorage.getItem('weft.test_process_data')))
  await page.locator('.react-flow__node[data-id=notify] [data-state=done]').waitFor({ timeout: 30_000 })
  const job = await user.get(`workflows/${id}/run_figures`)
  assert.equal(job.status, 'stopped')
  assert.deepEqual(job.steps.map((one: { step: string; state: string }) => [one.step, one.state]).sort(), [
    ['manual', 'done'],
    ['notify', 'done'],
  ])

  // What is saved from now on is a draft beside what runs, until it is published with a name and a note.
  await step('notify').click()
  await page.getByLabel('Title').first().fill('It works better')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('You see your draft. Version 4 stays live.').waitFor()
  assert.equal((await user.get(`workflows/${id}/code`)).source, source)
  await page.getByRole('button', { name: 'Publish' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish the draft' })
  await publishing.locator('.cm-changedLine').first().waitFor()
  await publishing.getByLabel('Name of the version').fill('For the fair')
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published as version 5').waitFor()
  await page.getByText('You see the live version 5.', { exact: false }).waitFor()

  // History: what a commit changed; going back to the one before makes a draft of it.
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.locator('.cm-changedLine').first().waitFor()
  const history = page.getByRole('complementary', { name: 'History' })
  await history.getByText('For the fair').waitFor()
  await history.getByRole('button').nth(1).click()
  await page.getByRole('button', { name: 'Make this my draft' }).click()
  await page.getByRole('button', { name: 'Make it my draft', exact: true }).click()
  await page.getByText('It is your draft now').waitFor()
  await page.getByRole('link', { name: 'Design', exact: true }).click()
  await step('notify').click()
  assert.equal(await page.getByLabel('Title').first().inputValue(), 'It works')
  assert.match((await user.get(`workflows/${id}/code`)).source, /title: It works better/)
})
