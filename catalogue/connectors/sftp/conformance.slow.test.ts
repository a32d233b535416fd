import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { sftpCounterpart } from './testing/counterpart.ts'
import { sftp } from './sftp.ts'

await fileConformance(sftp, sftpCounterpart)
