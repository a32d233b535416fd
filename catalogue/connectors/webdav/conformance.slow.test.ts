import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { webdavCounterpart } from './testing/counterpart.ts'
import { webdav } from './webdav.ts'

await fileConformance(webdav, webdavCounterpart)
