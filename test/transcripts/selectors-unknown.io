// A block that does not exist: an error for state, null for blocks.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x9"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"block not found: hash 0x1111111111111111111111111111111111111111111111111111111111111111"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"0x1111111111111111111111111111111111111111111111111111111111111111"}]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"block not found: hash 0x1111111111111111111111111111111111111111111111111111111111111111"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getTransactionCount","params":["0x00000000000000000000000000000000000000aa","0x9"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getCode","params":["0x00000000000000000000000000000000000000aa","0x9"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000aa","0x0","0x9"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"0x9"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_estimateGas","params":[{"to":"0x00000000000000000000000000000000000000aa"},"0x9"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_simulateV1","params":[{"blockStateCalls":[{}]},"0x9"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32001,"message":"block not found: 0x9"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getBlockByNumber","params":["0x9",false]}
<< {"jsonrpc":"2.0","id":10,"result":null}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getBlockByHash","params":["0x1111111111111111111111111111111111111111111111111111111111111111",false]}
<< {"jsonrpc":"2.0","id":11,"result":null}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getBlockTransactionCountByNumber","params":["0x9"]}
<< {"jsonrpc":"2.0","id":12,"result":null}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getBlockTransactionCountByHash","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":13,"result":null}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getTransactionByBlockNumberAndIndex","params":["0x9","0x0"]}
<< {"jsonrpc":"2.0","id":14,"result":null}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getTransactionByHash","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":15,"result":null}
>> {"jsonrpc":"2.0","id":16,"method":"eth_getTransactionReceipt","params":["0x1111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":16,"result":null}
