import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { smbCounterpart } from './testing/counterpart.ts'
import { smb } from './smb.ts'

await fileConformance(smb, smbCounterpart)
