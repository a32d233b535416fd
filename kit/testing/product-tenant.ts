import { adminSignIn, Client, type Product } from './product.ts'

export type ProductTenant = {
  admin: Client
  user: Client
  tenant_id: string
  project_id: string
  sign_in: { email: string; password: string }
}

/**
 * A tenant on a running product, set up by its nine steps, with a first user who is signed in and works in a project. `lies` says where its
 * records, documents and files are to be, unless it does not matter.
 */
export async function aTenantOn(
  product: Pick<Product, 'url'>,
  name: string,
  lies: object = {},
): Promise<ProductTenant> {
  const workspace = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`
  const sign_in = { email: `kim@${workspace}`, password: 'Correct-Horse-1' }
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  const tenant = await admin.post('clients', {
    name,
    workspace,
    language: 'en',
    ...lies,
    user: { first_name: 'Kim', last_name: 'Krause', ...sign_in },
  })
  const signed = await Client.signIn(product.url, sign_in)
  const project = await signed.post('projects', { name: 'Commerce hub', short: 'hub' })
  return {
    admin,
    user: signed.with({ 'x-project-id': project.id }),
    tenant_id: tenant.id,
    project_id: project.id,
    sign_in,
  }
}
