import { tcpProxy } from './tcp-proxy.ts'

/** A way to a server on which answers can be lost: what was said arrives, and the line is cut before the answer comes back. */
export async function aCuttingProxy(to: { host: string; port: number }) {
  let word: string | undefined
  let cuts = 0
  const place = await tcpProxy(to, ({ client, server, end }) => {
    let isLost = false
    return {
      asked(said) {
        if (word !== undefined && said.includes(word)) {
          word = undefined
          isLost = true
          cuts += 1
        }
        server.write(said)
      },
      answered(answer) {
        if (isLost) end()
        else client.write(answer)
      },
    }
  })
  return {
    ...place,
    /** The next one who says this gets no answer. */
    cutAfter: (said: string) => void (word = said),
    cuts: () => cuts,
  }
}
