import { audit } from '../draws/auditor.mjs'
import { testMutantsFoundBy } from './found-by.mjs'

testMutantsFoundBy('draws', (load) => audit(load, { enough: 1 }))
