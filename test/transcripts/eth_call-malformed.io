// A call object that is none, or contradicts itself, is -32602 and says where and why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (call)"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_call","params":[null,"latest"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"missing value for required argument 0 (call)"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_call","params":["x","latest"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 0 (call): expected a transaction call object, got \"x\""}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_call","params":[[],"latest"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 0 (call): expected a transaction call object, got an array"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_call","params":[{"to":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0 (call): to: hex string has length 1, want 40 for address"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","from":5},"latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0 (call): from: expected a hex string, got the number 5"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gas":21000},"latest"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0 (call): gas: expected a hex string, got the number 21000"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gas":"0x05208"},"latest"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0 (call): gas: hex number with leading zero digits"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","value":"-0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 0 (call): value: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","data":"0x123"},"latest"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0 (call): data: hex string of odd length"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","data":"0xgg"},"latest"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 0 (call): data: invalid hex string: \"g\" is not a hex digit"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","data":"0x12","input":"0x34"},"latest"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"both \"data\" and \"input\" are set and not equal, use one of them"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gasPrice":"0x1","maxFeePerGas":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","accessList":[{}]},"latest"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 0 (call): accessList[0].address: expected a hex string, got nothing"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","accessList":"x"},"latest"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0 (call): accessList: expected an array of access list entries, got \"x\""}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x12":{}}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 2 (stateOverrides): key \"0x12\": hex string has length 2, want 40 for address"}}
>> {"jsonrpc":"2.0","id":17,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"balance":1}}]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"invalid argument 2 (stateOverrides): 0x00000000000000000000000000000000000000aa.balance: expected a hex string, got the number 1"}}
>> {"jsonrpc":"2.0","id":18,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"state":{},"stateDiff":{}}}]}
<< {"jsonrpc":"2.0","id":18,"error":{"code":-32602,"message":"account 0x00000000000000000000000000000000000000aa has both 'state' and 'stateDiff'"}}
>> {"jsonrpc":"2.0","id":19,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"stateDiff":{"0x0":"0x0"}}}]}
<< {"jsonrpc":"2.0","id":19,"error":{"code":-32602,"message":"invalid argument 2 (stateOverrides): 0x00000000000000000000000000000000000000aa.stateDiff.0x0: hex string has length 1, want 64 for hash"}}
>> {"jsonrpc":"2.0","id":20,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{},{"number":5}]}
<< {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"invalid argument 3 (blockOverrides): number: expected a hex string, got the number 5"}}
// null counts as absent.
>> {"jsonrpc":"2.0","id":21,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","from":null,"gas":null,"value":null,"data":null,"accessList":null},null,null,null]}
<< {"jsonrpc":"2.0","id":21,"result":"0x"}
