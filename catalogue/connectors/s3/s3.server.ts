import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkedFiles } from '@weft/kit/files/checked-files.ts'
import { objectSession } from '@weft/kit/files/object-session.server.ts'
import { resolvedHost } from '@weft/kit/files/resolved-host.ts'
import { bucketAddress, refusal, requestsTo } from '@weft/kit/files/s3/requests.server.ts'
import { piece, s3Store } from '@weft/kit/files/s3/store.server.ts'
import { s3 } from './s3.ts'

export const s3Body = defineConnectorBody(s3, {
  async check(settings, reach, passed) {
    const { protocol } = await resolvedHost(bucketAddress(settings).href, reach, passed)
    const requests = requestsTo(settings, reach)
    const answer = await requests.ask('GET', { query: { 'list-type': '2', 'max-keys': '1' } })
    passed('connection', protocol)
    if (answer.status >= 300) throw refusal(requests, settings.folder, answer)
    passed('sign_in', settings.access_key)
    await checkedFiles(settings.folder, objectSession(s3Store(requests), settings.folder, piece), passed)
  },
  files: async (settings, reach) => objectSession(s3Store(requestsTo(settings, reach)), settings.folder, piece),
})
