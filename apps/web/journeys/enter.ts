import type { Page } from 'playwright-core'

export type SignIn = { email: string; password: string }

/** Asks for an address as somebody who is not signed in, and signs in where that leads. */
export async function enter(page: Page, address: string, { email, password }: SignIn) {
  await page.goto(address)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname !== '/login')
}

/**
 * What somebody from above says before they work inside the tenant they have selected, unless they are in there
 * already.
 */
export async function enterTenant(page: Page) {
  const reason = page.getByLabel(/^(Reason|Grund)/)
  await reason
    .or(page.getByRole('complementary', { name: /^Support/ }))
    .first()
    .waitFor()
  if (!(await reason.isVisible())) return
  await reason.fill('Asked by phone')
  await page.getByRole('button', { name: /^(Enter tenant|Mandanten betreten)$/ }).click()
}
