import { audit } from '../exact/exact-auditor.mjs'
import { testMutantsWith, testOriginalsWith } from './found-by.mjs'

testMutantsWith('exact', (load) => audit(load))
testOriginalsWith('exact', (load) => audit(load))
