import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'
import { readyMade } from '@weft/kit/define/permissions.ts'
import { rightFor } from '../routes/rights.ts'
import { enterTenant } from './enter-tenant.ts'

const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const browser = await openBrowser()
after(() => browser.close())

const hanna = await signInOfTheDemo()
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const first = async (client: Client, path: string) => (await client.get(path))[0]?.id as string | undefined

/** The demo is there when its sign-ins are told. */
async function signInOfTheDemo() {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(500)) {
    const { data } = (await (await fetch(`${product.url}/api/app/`)).json()) as { data: { demo: { email: string; password: string; about: string }[] } }
    const found = data.demo.find(({ about }) => about === 'tenant')
    if (found) return found
  }
  throw new Error('The demo was not seeded.')
}

/** Every declared address with what it is said to open; the tree itself is JSX, so it is read as text. */
const declared = ['common', 'admin', 'partner', 'tenant', 'project'].flatMap((area) =>
  [...readFileSync(new URL(`../routes/${area}.tsx`, import.meta.url), 'utf8').matchAll(/(screen|later)\('([^']+)', '[^']+', '((?:[^'\\]|\\.)+)'/g)].map(([, kind, path, title]) => ({ area, later: kind === 'later', path: path!, title: title! })))

/** What an administrator of the provider may open. */
const mayOpen = (path: string) => {
  const right = rightFor(path)
  return !right || (readyMade('admin') as ReadonlySet<string>).has(right)
}

/** Records of the demo that stand for the parameters of an address. */
async function parameters() {
  const signed = await Client.signIn(product.url, hanna)
  const project = await first(signed, 'projects')
  const user = signed.with({ 'x-project-id': project! })
  const workflow = await first(user, 'workflows')
  await user.post('config_values', { name: 'shop.address', value: 'https://shop.example' })
  await user.post('text_templates', { label: 'Thank you', body: 'Thank you, {{ name }}.' })
  const [partner, client, staff, member, mapping, structure, model, data_set, insight, template, queue, config, token, job] = await Promise.all([
    first(admin, 'partners'), first(admin, 'clients'), first(admin, 'users'), first(signed, 'users'),
    ...['mappings', 'data_structures', 'dynamic_models', 'data_sets', 'insights', 'text_templates', 'queues', 'config_values', 'workflow_tokens', 'jobs'].map((path) => first(user, path)),
  ])
  const folders: [RegExp, string | undefined][] = [
    [/^\/admin\/partners/, partner], [/^\/(admin\/clients|partner\/tenants)/, client], [/^\/admin\/users/, staff], [/\/users\//, member], [/\/mappings/, mapping], [/\/(data-structures|data-store)/, structure],
    [/dynamicModels/, model], [/data-sets/, data_set], [/insights/, insight], [/text-templates/, template], [/workflows/, workflow],
  ]
  const named: Record<string, string | undefined> = { projectId: project, queueId: queue, configId: config, tokenId: token, jobId: job, mode: 'build', workflow_element_hash: 'read_orders', type: 'source', action: 'edit', whitelistId: partner }
  return (path: string) => path.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? folders.find(([folder]) => folder.test(path))?.[1] ?? partner!)
}

/** What this version has beside the specification's addresses. */
const beside = [
  '/admin/support', '/admin/support/:id', '/admin/settings/system/help',
  '/admin/settings/system/audit', '/admin/settings/system/roles', '/partner/settings/audit', '/partner/settings/roles', '/tenant/settings/audit', '/tenant/settings/support',
  '/partner/leads/create', '/partner/leads/:id', ...['certificates', 'contact-person', 'references', 'services'].flatMap((name) => [`/partner/profile/${name}/create`, `/partner/profile/${name}/:id`]),
]

test('no address of the specification is missing', () => assert.equal(declared.filter(({ path }) => !beside.includes(path)).length, 252))

test('every address behind the sign-in opens its screen, or says that its subject comes later', { timeout: 600_000 }, async () => {
  const actual = await parameters()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const wrong: string[] = []
  let now = ''
  page.on('pageerror', (error) => wrong.push(`${now}: ${error.message}`))
  await page.goto(`${product.url}/project/notes`)
  await page.locator('[name=email]').fill(adminSignIn.email)
  await page.locator('[name=password]').fill(adminSignIn.password)
  await page.keyboard.press('Enter')
  for (const name of ['Nordlicht Digital', 'Hanse Handel']) await page.getByRole('main').getByRole('button', { name }).click()
  await enterTenant(page)
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()
  for (const { path, later, area } of declared) {
    now = actual(path)
    await page.goto(product.url + now, { waitUntil: 'commit' })
    const seen = await page
      .waitForFunction(() => {
        const main = document.querySelector('main')
        return main?.querySelector('h1, h2, [role=tablist], [role=grid], [role=table]') && !main.querySelector('.mantine-Loader-root') ? { text: main.innerText, title: document.title, at: location.pathname } : undefined
      }, undefined, { timeout: 10_000 })
      .then((found) => found.jsonValue(), () => undefined)
    if (!seen) wrong.push(`${now}: nothing to see`)
    else if (!mayOpen(now)) seen.at === '/access-denied' || wrong.push(`${now}: opens without the right`)
    else if (!(seen.at === now || seen.at.startsWith(`${now}/`))) wrong.push(`${now}: led to ${seen.at}`)
    else if (seen.text.includes('not in this version') !== later) wrong.push(`${now}: ${later ? 'does not say' : 'says'} that it is not in this version`)
    else if (!seen.title.endsWith(' – Weft') || seen.title.split(' – ').some((part) => part.trim() === '')) wrong.push(`${now}: is called “${seen.title}” in the ${area} area`)
  }
  assert.deepEqual(wrong, [])
  await context.close()
})
