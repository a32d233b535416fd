import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { webdavCounterpart } from './webdav/testing/counterpart.ts'

await fileConformance('webdav', webdavCounterpart)
