import { audit } from '../draws/auditor.mjs'
import { testMutantsFoundBy, testNothingFoundBy } from './found-by.mjs'

testMutantsFoundBy('draws', (load) => audit(load, { enough: 1 }))
// The shipped package is audited with all draws (../draws); a false alarm is as unlikely with fewer.
testNothingFoundBy('draws', (load) => audit(load, { effort: 0.1 }))
