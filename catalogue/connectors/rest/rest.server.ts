import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkHttp } from '@weft/kit/http-sign-in/check-http.server.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { rest } from './rest.ts'
import { restSession } from './session.server.ts'

export const restBody = defineConnectorBody(rest, {
  async check(settings, reach, passed) {
    const { base_url, test_path } = settings
    const url = below(base_url, test_path)
    const { status } = await checkHttp(settings, reach, passed, { method: 'GET', url })
    passed('sign_in', `HTTP ${status}`)
  },
  open: async (settings, reach) => restSession({ ...settings, request: signedHttp(settings, reach) }),
  http: (settings, reach) => ({ base_url: settings.base_url, request: signedHttp(settings, reach) }),
})

const below = (base: string, path: string) =>
  base.replace(/\/$/, '') + (path === '' || path.startsWith('/') ? path : `/${path}`)
