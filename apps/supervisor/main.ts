// `npm start`: the programs and the pages are built unless they are as new as their sources, then the supervisor starts the rest.
import path from 'node:path'
import { buildUnlessFresh } from './built-files.ts'
import { programFiles, programs } from './program-files.ts'
import { webFiles } from './web-files.ts'

// Whoever starts many products, as tests do, has built everything once and says where.
const given = process.env['WEFT_PROGRAMS']
if (!given) await buildUnlessFresh(programFiles)
process.env['WEFT_PROGRAMS'] = given ?? programs
const supervisor = path.join(process.env['WEFT_PROGRAMS'], 'supervisor.mjs')
const { supervise } = (await import(supervisor)) as typeof import('./supervise.ts')
await supervise({ buildPages: async () => given ?? buildUnlessFresh(webFiles) })
