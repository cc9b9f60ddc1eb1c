import { audit } from '../draws/auditor.mjs'
import { testMutantsWith, testOriginalsWith } from './found-by.mjs'

testMutantsWith('draws', (load) => audit(load, { enough: 1 }))
// The shipped package is audited with all draws (../draws); a false alarm is as unlikely with fewer.
testOriginalsWith('draws', (load) => audit(load, { effort: 0.1 }))
