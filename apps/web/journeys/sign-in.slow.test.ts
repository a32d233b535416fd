import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const mailbox = await aMailbox()

const { product, ...journey } = await aJourney({ environment: { WEFT_TWO_FACTOR: '' } })
const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
after(() => pool.end())

const { tenant_id } = await aTenantOn(product, 'Hanse Handel')
const { rows: places } = await pool.query<{ workspace: string }>('select workspace from tenants where id = $1', [
  tenant_id,
])
const workspace = places[0]!.workspace
const password = 'Correct-Horse-1'
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const aUser = async (name: string) => {
  const { id } = await admin.post('users', {
    tenant_id,
    first_name: name,
    last_name: 'Kern',
    email: `${name.toLowerCase()}@${workspace}`,
    role: 'viewer',
    language: 'en',
    password,
  })
  return { id: id as string, email: `${name.toLowerCase()}@${workspace}` }
}
const [karl, lea, max, ina, tom, pia, otto] = [
  await aUser('Karl'),
  await aUser('Lea'),
  await aUser('Max'),
  await aUser('Ina'),
  await aUser('Tom'),
  await aUser('Pia'),
  await aUser('Otto'),
]
await admin.put(`users/${max.id}`, { active: false })
await admin.put(`users/${ina.id}/granted_ips`, {
  active: true,
  entries: [{ ip_address: '10.9.*', description: 'Office' }],
})

const aPage = (language: Language = 'en', colorScheme: 'light' | 'dark' = 'light') =>
  journey.aPage({ language, colorScheme })
/** Asks to be let in, whatever comes of it. */
async function signIn(page: Page, email: string, secret = password, path = '/login') {
  await page.goto(product.url + path)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(secret)
  await page.keyboard.press('Enter')
}
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const refused = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
async function until(holds: () => Promise<boolean>) {
  for (let i = 0; i < 200 && !(await holds()); i++) await new Promise((go) => setTimeout(go, 100))
}

test('without a mail server a sign-in needs the password only, and the page says that no link can be sent', async () => {
  const page = await aPage()
  await signIn(page, karl.email)
  await at(page, '/dashboard')
  const other = await aPage('de')
  await other.goto(`${product.url}/login`)
  await seenInBoth(other, 'login-de')
  await other.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await other.getByText('Diese Installation kann noch keine E-Mails versenden.').waitFor()
  await seenInBoth(other, 'forgotten-no-mail-de')
})

test('a deactivated account, a wrong address and a wrong password are each told apart only after the right password', async () => {
  const page = await aPage()
  await signIn(page, max.email, 'wrong')
  await refused(page, 'Login data do not match.')
  await signIn(page, max.email)
  await refused(page, 'Your account is deactivated. Please contact your partner.')
  await signIn(page, ina.email)
  await refused(page, /The IP address \S+ is not allowed: you cannot sign in from your current address\./)
  await seenInBoth(page, 'login-refused')
})

test('too many tries keep waiting, more of them lock, an administrator sees it and unlocks', async () => {
  const page = await aPage('de')
  for (let i = 0; i < 5; i++) {
    await signIn(page, lea.email, `wrong ${i}`)
    await refused(page, 'Die Anmeldedaten stimmen nicht überein.')
  }
  await signIn(page, lea.email)
  await refused(page, 'Zu viele Anmeldeversuche. Bitte warten Sie 5 Minuten und versuchen Sie es erneut.')
  await pool.query('update sign_in_tries set throttled_until = now(), in_a_row = 9 where throttled_until > now()')
  await signIn(page, lea.email, 'wrong')
  await refused(page, 'Die Anmeldedaten stimmen nicht überein.')
  await signIn(page, lea.email)
  await refused(page, 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Anbieter.')

  const desk = await aPage()
  await signIn(desk, adminSignIn.email, adminSignIn.password, `/admin/users/${lea.id}/access-data`)
  await desk.getByText('Locked').first().waitFor()
  await seenInBoth(desk, 'user-locked')
  await desk.getByRole('button', { name: 'Unlock' }).click()
  await desk.getByText('The user can sign in again').waitFor()
  await signIn(page, lea.email)
  await at(page, '/dashboard')
})

test('an administrator grants addresses to a user; the list needs one before it is switched on', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn.email, adminSignIn.password, `/admin/users/${tom.id}/access-data`)
  await page.getByRole('switch', { name: 'Sign in from these addresses only' }).press('Space')
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await page.getByText('At least one IP address is needed before the check can be activated.').waitFor()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('IP address 1').fill('nonsense')
  await page.getByLabel('Description 1').fill('Everywhere')
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await page.getByText('Write an IP address, a range such as 10.0.0.0/8, or a pattern such as 192.168.*.*.').waitFor()
  await page.getByLabel('IP address 1').fill('*')
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await seenInBoth(page, 'user-granted')
  assert.deepEqual(await admin.get(`users/${tom.id}/granted_ips`), {
    active: true,
    entries: [{ ip_address: '*', description: 'Everywhere' }],
  })
  const theirs = await aPage()
  await signIn(theirs, tom.email)
  await at(theirs, '/dashboard')
})

test('a tenant’s administrator sees the rules in force and how each of its users signs in', async () => {
  const page = await aPage('de')
  await signIn(page, `kim@${workspace}`, password, '/project/settings/loginSecurity')
  await page.getByText('Tom Kern').waitFor()
  await page.getByText('Von zugelassenen Adressen').first().waitFor()
  await page.getByText('Nicht, solange kein Mailserver eingerichtet ist').waitFor()
  await seenInBoth(page, 'login-security-de')
})

test('the security screen says that no mail can leave, and keeps what is set', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn.email, adminSignIn.password, '/admin/settings/system/security')
  await page.getByText('No mail server is set up').waitFor()
  await seenInBoth(page, 'security')
  await page.getByLabel('Trusted device (days)').fill('14')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await admin.get('settings/security')).device_days, 14)
})

test('once a mail server is set, a new device needs a code; a trusted one does not', async () => {
  await admin.put('settings/email', { ...mailbox.settings, url: product.url })
  await until(async () => (await admin.call('GET', '')).body.data.sign_in.mail === true)
  const page = await aPage()
  await signIn(page, pia.email)
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await page.getByText(/We have sent a code to p••@/).waitFor()
  await seenInBoth(page, 'code')
  const { text, html } = await mailbox.to(pia.email)
  const code = /^\d{6}$/m.exec(text)![0]
  assert.ok(html.includes(code))
  if (process.env['WEFT_PICTURES']) {
    const mail = await aPage()
    await mail.setContent(html)
    await picture(mail, 'mail-code')
  }
  await page.getByLabel('Two-factor code').press('Enter')
  await page.getByText('Two-factor code is required').waitFor()
  await page.getByLabel('Two-factor code').fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await refused(page, 'The two-factor code is wrong.')
  await page.getByLabel('Two-factor code').fill(code)
  await page.getByLabel('Trust this device for 14 days').check()
  await page.keyboard.press('Enter')
  await at(page, '/dashboard')

  await page.goto(`${product.url}/user/profile/access-data`)
  await page.getByRole('button', { name: 'Trust no more: Chrome, Linux' }).waitFor()
  await seenInBoth(page, 'access-data')
  await page.evaluate(() => localStorage.removeItem('id_token'))
  await signIn(page, pia.email)
  await at(page, '/dashboard')
})

test('somebody sets up an authenticator application, keeps the recovery codes, and signs in with one', async () => {
  const page = await aPage('de')
  await pool.query('delete from sign_in_challenges')
  await signIn(page, otto.email)
  await page.getByLabel('Zwei-Faktor-Code').press('Enter')
  await page.getByText('Zwei-Faktor-Code ist ein Pflichtfeld.').waitFor()
  await page.getByLabel('Zwei-Faktor-Code').fill(/^\d{6}$/m.exec((await mailbox.to(otto.email)).text)![0])
  await page.keyboard.press('Enter')
  await at(page, '/dashboard')
  await page.goto(`${product.url}/user/profile/access-data`)
  await page.getByRole('button', { name: 'Einrichten' }).click()
  const goOn = page.getByRole('button', { name: 'Weiter' })
  await page.locator('form').filter({ has: goOn }).getByLabel('Aktuelles Passwort').fill(password)
  await goOn.click()
  await page.getByRole('img', { name: 'QR-Code für die Authenticator-App' }).waitFor()
  await seenInBoth(page, 'authenticator-de')
  const secret = (await page.locator('[class*=secret]').first().innerText()).replaceAll(' ', '')
  const { generateSync } = await import('otplib')
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await page.getByText('Bewahren Sie diese Wiederherstellungscodes sicher auf.').waitFor()
  const codes = await page.locator('[class*=codes] li').allInnerTexts()
  assert.equal(codes.length, 10)
  await seenInBoth(page, 'recovery-de')
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click()
  await page.getByText(/10 Wiederherstellungscodes sind übrig/).waitFor()
  const other = await aPage()
  await signIn(other, otto.email)
  await other.getByText('Enter the code your authenticator application shows, or one of your recovery codes.').waitFor()
  await other.getByLabel('Two-factor code').fill(codes[3]!)
  await other.keyboard.press('Enter')
  await at(other, '/dashboard')
})

test('whoever forgot their password sets a new one by the link of a mail, which works once', async () => {
  const page = await aPage()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.locator('[name=email]').fill(lea.email)
  const asked = page.waitForRequest((request) => request.url().endsWith('/auth/password/email'))
  await page.keyboard.press('Enter')
  assert.match((await asked).url(), /\/api\/app\//)
  await page.getByText('If there is an account with this address, a link is on its way.').waitFor()
  await seenInBoth(page, 'forgotten')
  const link = /http\S+#\S+/.exec((await mailbox.to(lea.email)).text)![0]
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  await page.locator('[name=password]').fill('Password12345')
  await page.locator('[name=password_confirmation]').fill('Password12345')
  await page.keyboard.press('Enter')
  await page.getByText('This password is too easy to guess. Please choose another one.').waitFor()
  await seenInBoth(page, 'new-password')
  assert.equal(new URL(page.url()).hash, '')
  for (const name of ['password', 'password_confirmation']) await page.locator(`[name=${name}]`).fill('Blauer-Kiesel-7')
  await page.keyboard.press('Enter')
  await page.getByText('Your password is set. You can sign in with it now.').waitFor()
  await page.goto(link)
  await refused(page, 'This link has expired or was used already.')
  await signIn(page, lea.email, 'Blauer-Kiesel-7')
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
})

test('the provider’s staff ask at the admin host for their reset', async () => {
  const page = await aPage()
  await page.goto(`${product.url}/auth/password/reset`)
  await page.locator('[name=email]').fill(adminSignIn.email)
  const asked = page.waitForRequest((request) => request.url().endsWith('/auth/password/email'))
  await page.keyboard.press('Enter')
  assert.match((await asked).url(), /\/api\/admin\//)
  assert.match((await mailbox.to(adminSignIn.email)).text, /#token=/)
})

test('an invited user sets the first password by the welcome email', async () => {
  const page = await aPage()
  await pool.query("update settings set value = value || '{\"two_factor\": false}' where key = 'security'")
  // What the server has read of it is kept for five seconds; until then a code is asked for.
  await until(async () => (await admin.call('POST', 'auth/login', adminSignIn)).status === 200)
  await signIn(page, adminSignIn.email, adminSignIn.password, '/admin/users/add')
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Last name').fill('Imhof')
  const email = `ida@${adminSignIn.email.split('@')[1]}`
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('switch', { name: 'Send welcome email' }).press('Space')
  assert.equal(await page.getByLabel('Repeat password').count(), 0)
  await seenInBoth(page, 'add-user')
  await page.getByRole('button', { name: 'Create' }).click()
  await at(page, '/admin/users')
  await page.getByText('Invited').waitFor()
  await seenInBoth(page, 'users')
  const other = await aPage()
  await other.goto(/http\S+#\S+/.exec((await mailbox.to(email)).text)![0])
  await other.getByRole('heading', { name: /Welcome, Ida|Willkommen, Ida/ }).waitFor()
  for (const name of ['password', 'password_confirmation'])
    await other.locator(`[name=${name}]`).fill('Blauer-Kiesel-7')
  await other.keyboard.press('Enter')
  await other.getByText('Your password is set. You can sign in with it now.').waitFor()
  await signIn(other, email, 'Blauer-Kiesel-7')
  await at(other, '/dashboard')
  await page.goto(`${product.url}/admin/settings/email`)
  await page.getByText('Willkommen bei Weft').first().waitFor()
  await seenInBoth(page, 'email-log')
})

test('a session that has expired leads to the sign-in and says so', async () => {
  const page = await aPage()
  await signIn(page, karl.email)
  await at(page, '/dashboard')
  await pool.query("update sessions set used_at = now() - interval '61 minutes' where user_id = $1", [karl.id])
  await page.goto(`${product.url}/user/profile/access-data`)
  await at(page, '/login')
})

test('signing out everywhere ends the sessions of other browsers as well', async () => {
  const [one, two] = [await aPage(), await aPage()]
  for (const page of [one, two]) {
    await signIn(page, karl.email)
    await at(page, '/dashboard')
  }
  await one.goto(`${product.url}/user/profile/access-data`)
  await one.getByRole('button', { name: 'Sign out everywhere' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await at(one, '/login')
  await two.goto(`${product.url}/user/profile`)
  await at(two, '/login')
})
