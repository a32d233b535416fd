import { test } from 'node:test'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { oracleBody } from './oracle.server.ts'
import { oracle } from './oracle.ts'

// There is no server to try this on: what it would say to the first packet, as it is documented, cut off and changed.
const accept = '0029000002000000013f00012000ffff0000000000290000000000000000000000200000002000000000'
const refuse = '004e000004000000220000424445534352495054494f4e3d28544d503d29285653'
const redirect = '0034000005000000002a2841444452455353'

for (const [name, hex] of Object.entries({ accept, refuse, redirect }))
  test(`whatever a server says first, it is told as a sentence: ${name}`, () =>
    survivesHostileServers({
      greeting: Buffer.from(hex, 'hex'),
      use: async (port) => {
        const settings = { host: '127.0.0.1', port, service: 'shop', user: 'weft', password: 'x', encryption: 'none' }
        await (await oracleBody.open!(oracle.settings.parse(settings), localReach)).close()
      },
      runs: 60,
    }))
