// What keeps a simulation from running at all, with codes of its own.
>> {"jsonrpc":"2.0","id":1,"method":"eth_simulateV1","params":[{"blockStateCalls":[]},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"calls are empty."}}
// numbers and times must rise
>> {"jsonrpc":"2.0","id":2,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0x0"}}]},"latest"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-38020,"message":"block numbers must be in order: 0 <= 0"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0x5"}},{"blockOverrides":{"number":"0x5"}}]},"latest"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-38020,"message":"block numbers must be in order: 5 <= 5"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"time":"0x1"}}]},"latest"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-38021,"message":"block timestamps must be in order: 1 <= 1767225600"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":"0x101"}}]},"latest"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-38026,"message":"too many blocks"}}
// gas
>> {"jsonrpc":"2.0","id":6,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x17d78401"}]}]},"latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-38015,"message":"block gas limit reached: remaining: 400000000, required: 400000001"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5207"}]}]},"latest"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-38013,"message":"intrinsic gas too low"}}
// nonce, fees and funds, with validation only
>> {"jsonrpc":"2.0","id":8,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","nonce":"0x5","maxFeePerGas":"0x989680","gas":"0x5208"}]}],"validation":true},"latest"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-38011,"message":"nonce too high"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","maxFeePerGas":"0x1","gas":"0x5208"}]}],"validation":true},"latest"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-38012,"message":"max fee per gas less than block base fee"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208"}]}],"validation":true},"latest"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-38012,"message":"max fee per gas less than block base fee"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"0x00000000000000000000000000000000000000aa","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1","maxFeePerGas":"0x989680","gas":"0x5208"}]}],"validation":true},"latest"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-38014,"message":"insufficient funds for gas * price + value: have 0 want 210000000001"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_simulateV1","params":[{"validation":true,"blockStateCalls":[{"stateOverrides":{"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266":{"nonce":"0x5"}},"calls":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","nonce":"0x4","maxFeePerGas":"0x989680","gas":"0x5208"}]}]},"latest"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-38010,"message":"nonce too low: next nonce 5, tx nonce 4"}}
// precompiles
>> {"jsonrpc":"2.0","id":13,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"stateOverrides":{"0x00000000000000000000000000000000000000aa":{"movePrecompileToAddress":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8"}}}]},"latest"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32000,"message":"account 0x00000000000000000000000000000000000000aa is not a precompile"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"stateOverrides":{"0x0000000000000000000000000000000000000004":{"movePrecompileToAddress":"0x0000000000000000000000000000000000000004"}}}]},"latest"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-38022,"message":"cannot move precompile 0x0000000000000000000000000000000000000004 to itself"}}
// form
>> {"jsonrpc":"2.0","id":15,"method":"eth_simulateV1","params":[]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"missing value for required argument 0 (payload)"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_simulateV1","params":[{},"latest"]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 0 (payload): blockStateCalls: expected an array of block state calls, got nothing"}}
>> {"jsonrpc":"2.0","id":17,"method":"eth_simulateV1","params":[{"blockStateCalls":{}},"latest"]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"invalid argument 0 (payload): blockStateCalls: expected an array of block state calls, got an object"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":{}}]},"latest"]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32602,"message":"invalid argument 0 (payload): blockStateCalls[0].calls: expected an array of calls, got an object"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"calls":[{"from":"x"}]}]},"latest"]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32602,"message":"invalid argument 0 (payload): blockStateCalls[0].calls[0].from: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":20,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"blockOverrides":{"number":5}}]},"latest"]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"invalid argument 0 (payload): blockStateCalls[0].blockOverrides.number: expected a hex string, got the number 5"}}
>> {"jsonrpc":"2.0","id":21,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}],"validation":"yes"},"latest"]}
<< {"jsonrpc":"2.0","id":21,"error":{"code":-32602,"message":"invalid argument 0 (payload): validation: expected true or false, got \"yes\""}}
>> {"jsonrpc":"2.0","id":22,"method":"eth_simulateV1","params":[{"blockStateCalls":[{"stateOverrides":{"0x00000000000000000000000000000000000000aa":{"state":{},"stateDiff":{}}}}]},"latest"]}
<< {"jsonrpc":"2.0","id":22,"error":{"code":-32602,"message":"account 0x00000000000000000000000000000000000000aa has both 'state' and 'stateDiff'"}}
