// params are positional; absent, null and empty are the same.
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":1,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_chainId","params":null}
<< {"jsonrpc":"2.0","id":2,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":"0x2105"}
// Named ones are refused, as is anything that is no list.
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":{"address":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","block":"latest"}}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"params must be an array: parameters are positional here, not named"}}
// status: 400
>> {"jsonrpc":"2.0","id":5,"method":"eth_chainId","params":"none"}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"Invalid request: params must be an array, not \"none\""}}
// status: 400
>> {"jsonrpc":"2.0","id":6,"method":"eth_chainId","params":0}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32600,"message":"Invalid request: params must be an array, not the number 0"}}
// Those beyond the last are ignored.
>> {"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest",1,2]}
<< {"jsonrpc":"2.0","id":7,"result":"0x21e19e0c9bab2400000"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_chainId","params":["x"]}
<< {"jsonrpc":"2.0","id":8,"result":"0x2105"}
