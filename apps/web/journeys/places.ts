import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { languages, type Language } from '@weft/kit/messages/messages.ts'
import type { Product } from '@weft/kit/testing/product.ts'
import { demoAddresses, demoClients, demoSignIns } from './demo.ts'
import { enter } from './enter.ts'

type Who = 'nobody' | 'admin' | 'partner' | 'tenant'
export type Place = { name: string; path: string; who: Who }
export type Look = { language: Language; scheme: 'light' | 'dark' }

/** Every language in both schemes. */
export const looks: readonly Look[] = languages.flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
)

/** Every screen of the demo worth seeing: the name of its picture, its address, and who opens it. */
export async function visitedPlaces(product: Pick<Product, 'home' | 'url'>): Promise<Place[]> {
  const address = await demoAddresses(product, await demoClients(product))
  const at = (who: Who, places: Record<string, string>): Place[] =>
    Object.entries(places).map(([name, path]) => ({ name, path: address(path), who }))
  return withOthers([
    ...at('nobody', {
      login: '/login',
      'password-reset': '/auth/password/reset',
      imprint: '/imprint',
      privacy: '/privacy',
      'not-found': '/404',
    }),
    ...at('admin', {
      'admin-welcome': '/admin/welcome',
      tenants: '/admin/clients',
      'create-tenant': '/admin/clients/create',
      tenant: '/admin/clients/:id',
      'tenant-databases': '/admin/clients/:id/databases',
      'tenant-storage': '/admin/clients/:id/storage',
      partners: '/admin/partners',
      'create-partner': '/admin/partners/create',
      partner: '/admin/partners/:id',
      'partner-security': '/admin/partners/:id/security',
      'admin-users': '/admin/users',
      'add-user': '/admin/users/add',
      'admin-user': '/admin/users/:id',
      'admin-user-access': '/admin/users/:id/access-data',
      'system-settings': '/admin/settings/system',
      'security-settings': '/admin/settings/system/security',
      'server-settings': '/admin/settings/server',
      'email-settings': '/admin/settings/email',
      whitelist: '/admin/settings/system/security/whitelist',
      'create-whitelist-entry': '/admin/settings/system/security/whitelist/create',
      'admin-roles': '/admin/settings/system/roles',
      'admin-audit': '/admin/settings/system/audit',
      'admin-service-accounts': '/admin/settings/system/service-accounts',
      'tenant-security': '/admin/clients/:id/security',
    }),
    ...at('partner', {
      'partner-welcome': '/partner/welcome',
      'partner-tenants': '/partner/tenants',
      'partner-users': '/partner/users',
      'partner-audit': '/partner/settings/audit',
      'access-denied': '/access-denied',
    }),
    ...at('tenant', {
      dashboard: '/dashboard',
      profile: '/user/profile',
      'profile-information': '/user/profile/information',
      'profile-access': '/user/profile/access-data',
      'form-helper': '/form-helper',
      'form-builder': '/builder',
      'chart-demo': '/apexcharts-demo',
      'tenant-welcome': '/tenant/welcome',
      company: '/tenant/data',
      'company-contact': '/tenant/data/contact',
      'tenant-users': '/tenant/users',
      'tenant-user': '/tenant/users/:id/information',
      accounting: '/tenant/accounting/information',
      'invoice-address': '/tenant/accounting/address',
      'support-accesses': '/tenant/settings/support',
      audit: '/tenant/settings/audit',
      roles: '/project/settings/roles',
      'service-accounts': '/project/settings/service-accounts',
      'create-service-account': '/project/settings/service-accounts?account=new',
      'why-may': '/project/settings/roles?view=why&user=:id',
      project: '/project/welcome',
      workflows: '/project/workflows',
      'create-workflow': '/project/workflows/create',
      workflow: '/project/workflows/:id',
      'workflow-trigger': '/project/workflows/:id/trigger',
      'workflow-dependencies': '/project/workflows/:id/dependency',
      'workflow-danger': '/project/workflows/:id/dangerzone',
      designer: '/project/workflows/:id/mode/:mode',
      debug: '/project/workflows/:id/mode/debug',
      planning: '/project/workflows/:id/mode/planning',
      code: '/project/workflows/:id/mode/code',
      history: '/project/workflows/:id/mode/history',
      'process-manager': '/project/process-manager',
      components: '/project/workflows/components',
      'workflow-reporting': '/project/workflows/reporting/:id',
      job: '/project/workflows/reporting/:id/:jobId/details',
      reporting: '/project/reporting',
      'reporting-jobs': '/project/reporting/jobs',
      connection: '/project/integrations/connections/:id',
      'edit-connection': '/project/integrations/connections/:id/edit',
      mappings: '/project/mappings',
      'create-mapping': '/project/mappings/create',
      mapper: '/project/mappings/:id/mapper',
      'mapping-code': '/project/mappings/:id/code',
      'mapping-debug': '/project/mappings/:id/debug',
      functions: '/project/functions',
      'create-function': '/project/functions/create',
      function: '/project/functions/:functionId',
      'data-structures': '/project/data-structures',
      'create-data-structure': '/project/data-structures/create',
      'data-structure': '/project/data-structures/:id',
      fields: '/project/data-structures/:id/config',
      queries: '/project/data-structures/:id/queries',
      'dynamic-models': '/project/dynamicModels/dynamicModel',
      'create-dynamic-model': '/project/dynamicModels/dynamicModel/create',
      'dynamic-model': '/project/dynamicModels/dynamicModel/:id',
      'dynamic-model-options': '/project/dynamicModels/dynamicModel/:id/basic-configuration',
      'dynamic-model-fields': '/project/dynamicModels/dynamicModel/:id/table-configuration',
      'data-store': '/project/data-store',
      explorer: '/project/data-store/:id',
      'data-lake': '/project/data-lake',
      'data-sets': '/project/data-sets',
      'data-set': '/project/data-sets/editor/:id',
      'text-templates': '/project/text-templates',
      'text-template-editor': '/project/text-templates/:id/editor',
      insights: '/project/insights',
      insight: '/project/insights/:id',
      dashboards: '/project/insights/dashboards',
      'insight-dashboard': '/project/insights/dashboards/:id',
      'edit-dashboard': '/project/insights/dashboards/edit/:id',
      'edit-insight': '/project/insights/edit/:id',
      notes: '/project/notes',
      jobs: '/analysis/jobs',
      'queue-monitor': '/analysis/queues',
      'queued-jobs': '/analysis/queues/jobs',
      'project-settings': '/project/settings',
      projects: '/project/settings/projects',
      queues: '/project/settings/queues',
      queue: '/project/settings/queues/:queueId',
      'config-values': '/project/settings/config',
      'workflow-tokens': '/project/settings/workflowToken',
    }),
  ])
}

/** Beside the named ones every other declared address that needs nothing chosen, called as its route is. */
function withOthers(named: Place[]): Place[] {
  const known = new Set(named.map(({ path }) => path))
  const others = globSync(path.resolve(import.meta.dirname, '../routes/*.tsx')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/screen\(\s*'([^':]+)',\s*'(\w+)'/g)].map(([, path, name]): Place => ({
      name: name!.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      path: path!,
      who: whoOpens(path!),
    })),
  )
  return [...named, ...others.filter((place) => !known.has(place.path))]
}

const whoOpens = (path: string): Who =>
  path.startsWith('/admin/')
    ? 'admin'
    : path.startsWith('/partner/')
      ? 'partner'
      : path.startsWith('/auth/')
        ? 'nobody'
        : 'tenant'

type Round = {
  looks: readonly Look[]
  /** Pixels of a picture for each pixel of the page. */ scale?: number
  /** How many pages are open at once. */ pages?: number
}

/**
 * Walks all places as those who open them; `see` is called when a page has come to rest, once in each look. A page is loaded
 * once, and changes its language and scheme while it is open, as when somebody chooses another. Faults of pages are answered.
 */
export async function walk(
  browser: Browser,
  product: Pick<Product, 'home' | 'url'>,
  places: readonly Place[],
  { looks, scale = 1, pages = 3 }: Round,
  see: (page: Page, place: Place, look: Look) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = []
  const signed = await signedIn(browser, product)
  // Visits of one user follow one another, so that a page keeps what it has loaded.
  const waiting = places.toSorted((a, b) => a.who.localeCompare(b.who))
  const visitor = async () => {
    let [who, page]: [Who?, Page?] = []
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      if (who !== place.who) {
        await page?.context().close()
        who = place.who
        page = await browser.newPage({
          ...frame,
          locale: looks[0]!.language,
          deviceScaleFactor: scale,
          ...signed(who),
        })
        await page.addInitScript(choose, looks[0]!)
      }
      faults.push(...(await visited(page!, product.url, { place, looks }, see)))
    }
    await page?.context().close()
  }
  await Promise.all(Array.from({ length: pages }, visitor))
  return faults
}

type Visit = { place: Place; looks: readonly Look[] }
const frame = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

async function visited(
  page: Page,
  url: string,
  { place, looks }: Visit,
  see: (page: Page, place: Place, look: Look) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = []
  let now = ''
  const told = (said: string) => faults.push(`${now}: ${said}`)
  const failed = (error: Error) => told(error.message)
  const logged = (message: ConsoleMessage) => message.type() === 'error' && told(message.text())
  page.on('pageerror', failed).on('console', logged)
  for (const [i, look] of looks.entries()) {
    now = `${place.name} ${look.scheme} ${look.language}`
    if (i === 0) await page.goto(url + place.path)
    else await page.evaluate(choose, look)
    await page.waitForFunction((language) => document.documentElement.lang === language, look.language)
    await atRest(page).catch(() => told('does not come to rest'))
    await see(page, place, look).catch((error: Error) => told(error.message))
  }
  page.off('pageerror', failed).off('console', logged)
  return faults
}

/** Chooses a look as another tab of the same browser would. */
function choose({ language, scheme }: Look) {
  for (const [key, newValue] of Object.entries({ language, 'mantine-color-scheme-value': scheme })) {
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }
}

/** What the browser of each user keeps after the sign-in. */
export async function signedIn(
  browser: Browser,
  product: Pick<Product, 'home' | 'url'>,
): Promise<(who: Who) => BrowserContextOptions> {
  const signIns = await demoSignIns(product)
  const states = await Promise.all(
    (['admin', 'partner', 'tenant'] as const).map(async (who) => {
      const page = await browser.newPage({ locale: 'en' })
      await enter(page, `${product.url}${who === 'tenant' ? '/project/notes' : '/dashboard'}`, signIns[who])
      if (who === 'tenant') await chooseProject(page)
      const storageState = await page.context().storageState()
      await page.close()
      return [who, { storageState }] as const
    }),
  )
  return (who) => (who === 'nobody' ? {} : Object.fromEntries(states)[who]!)
}

async function chooseProject(page: Page) {
  // The only project of a tenant is chosen already.
  const choice = page.getByRole('main').getByRole('button', { name: 'Commerce hub' })
  const chosen = page.getByRole('banner').getByRole('button', { name: /: Commerce hub$/ })
  await choice.or(chosen).first().waitFor()
  if (await choice.isVisible()) await choice.click()
  await chosen.waitFor()
}

/** Something stands there, nothing is loading, nothing is asked for any more, and colours have stopped changing. */
export async function atRest(page: Page) {
  await page.waitForFunction(
    () =>
      document.querySelector('h1, h2, [role=tablist], [role=grid], table') &&
      !document.querySelector('.mantine-Loader-root, .mantine-Skeleton-root'),
  )
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => one.effect?.getComputedTiming().iterations === Infinity),
  )
}
