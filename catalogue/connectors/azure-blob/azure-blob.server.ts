import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkedFiles } from '@weft/kit/files/checked-files.ts'
import { objectSession } from '@weft/kit/files/object-session.server.ts'
import { resolvedHost } from '@weft/kit/files/resolved-host.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { deniedError } from '@weft/kit/network/line-error.ts'
import { azureBlob } from './azure-blob.ts'
import { containerAddress, refusal, requestsTo } from './requests.server.ts'
import { blobStore, piece } from './store.server.ts'

export const azureBlobBody = defineConnectorBody(azureBlob, {
  async check(settings, reach, passed) {
    const { protocol } = await resolvedHost(containerAddress(settings).href, reach, passed)
    const requests = requestsTo(settings, reach)
    const answer = await requests.ask('GET', { query: { restype: 'container', comp: 'list', maxresults: '1' } })
    passed('connection', protocol)
    // A wrong key and one that may not even list are told by several words.
    if (answer.status === 403)
      throw deniedError(requests.host, quotedTexts(answer.headers['x-ms-error-code'] ?? 'HTTP 403'))
    if (answer.status >= 300) throw refusal(requests, settings.folder, answer)
    passed('sign_in', settings.account)
    await checkedFiles(settings.folder, objectSession(blobStore(requests), settings.folder, piece), passed)
  },
  files: async (settings, reach) => objectSession(blobStore(requestsTo(settings, reach)), settings.folder, piece),
})
