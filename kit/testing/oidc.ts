import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

type Client = { client_id: string; client_secret?: string; redirect_uris?: string[] }

/**
 * An OAuth2 provider where whoever comes is signed in at once and agrees to everything: PKCE is asked for, refresh tokens are
 * rotated, and one that is used twice ends them all. `asks` counts requests for tokens by their grant.
 */
export async function oidcProvider({ clients, seconds }: { clients: Client[]; seconds: () => number }) {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      ...client,
      redirect_uris: client.redirect_uris ?? [],
      response_types: client.redirect_uris ? ['code'] : [],
      grant_types: client.redirect_uris ? ['authorization_code', 'refresh_token'] : ['client_credentials'],
      token_endpoint_auth_method: client.client_secret ? 'client_secret_basic' : 'none',
    })),
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    scopes: ['orders'],
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: () => seconds(), ClientCredentials: () => seconds() },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ['test'] },
  })
  const grants: string[] = []
  const asks: Record<string, number> = {}
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      const { params } = await provider.interactionDetails(ctx.req, ctx.res)
      const grant = new provider.Grant({ accountId: 'anna', clientId: String(params['client_id']) })
      grant.addOIDCScope(String(params['scope'] ?? ''))
      grants.push(await grant.save())
      const result = { login: { accountId: 'anna' }, consent: { grantId: grants.at(-1)! } }
      ctx.respond = false
      return provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
    }
    await next()
    const grant = ctx.oidc?.params?.['grant_type']
    if (ctx.path === '/token' && grant) asks[String(grant)] = (asks[String(grant)] ?? 0) + 1
  })
  server.on('request', provider.callback())
  return {
    issuer,
    authorize_url: `${issuer}/auth`,
    token_url: `${issuer}/token`,
    asks,
    /** Whether an access token holds. */
    async knows(token: string) {
      const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))
      return found?.isValid ?? false
    },
    /** Takes an access token back before its time. */
    async end(token: string) {
      await (await provider.AccessToken.find(token))?.destroy()
    },
    /** Takes back everything anybody has agreed to. */
    async endRefresh() {
      for (const grant of grants) await provider.RefreshToken.revokeByGrantId(grant)
    },
    /** Walks a browser through the provider and answers the address it leads back to. */
    async walk(url: string, end: string): Promise<URL> {
      const jar = new Map<string, string>()
      for (let at = url; ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          jar.set(name!, value!)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
        at = new URL(next, at).href
        if (at.startsWith(end)) return new URL(at)
      }
    },
    close: () => new Promise<void>((done) => (server.closeAllConnections(), server.close(() => done()))),
  }
}
