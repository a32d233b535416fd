import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkHttp } from '@weft/kit/http-sign-in/check-http.server.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { dataIn } from '@weft/kit/web-tables/graphql.server.ts'
import { graphql } from './graphql.ts'
import { graphqlSession } from './session.server.ts'

export const graphqlBody = defineConnectorBody(graphql, {
  async check(settings, reach, passed) {
    const url = settings.base_url
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const body = JSON.stringify({ query: '{ __typename }' })
    const answer = await checkHttp(settings, reach, passed, { method: 'POST', url, headers, body })
    const { __typename } = dataIn(url, answer)
    passed('sign_in', String(__typename ?? 'GraphQL'))
  },
  open: async (settings, reach) => graphqlSession({ ...settings, request: signedHttp(settings, reach) }),
  http: (settings, reach) => ({ base_url: settings.base_url, request: signedHttp(settings, reach) }),
})
