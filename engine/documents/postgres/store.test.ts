import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../../testing/tenant.ts'
import { storesDocuments } from '../testing/conformance.ts'

const { databases, tenant_id } = await aTenant(await testDatabase())
storesDocuments(() => databases.documents(tenant_id))
