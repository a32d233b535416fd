import * as kit from '@weft/kit/testing/ferretdb.ts'
import { mongodb } from '../mongodb.ts'

const login = { database: 'shop', user: 'weft', password: 'Sturm-und-Drang' }

export const ferretDb = () => kit.ferretDb(login)
export const startFerretDb = () => kit.startFerretDb(login)

export const settingsOf = (port: number) =>
  mongodb.settings.parse({
    host: '127.0.0.1',
    port,
    ...login,
    sign_in_database: 'shop',
    encryption: 'none',
  })
