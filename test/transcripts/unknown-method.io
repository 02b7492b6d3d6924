// HTTP 200 and -32601; the text names the method, and the nearest known one.
>> {"jsonrpc":"2.0","id":1,"method":"eth_nothing","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the method \"eth_nothing\" does not exist"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalnce","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"the method \"eth_getBalnce\" does not exist, did you mean eth_getBalance?"}}
>> {"jsonrpc":"2.0","id":3,"method":"ETH_CHAINID","params":[]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"the method \"ETH_CHAINID\" does not exist, did you mean eth_chainId?"}}
>> {"jsonrpc":"2.0","id":4,"method":"debug_storageRangeAt","params":["0x"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"the method \"debug_storageRangeAt\" does not exist"}}
>> {"jsonrpc":"2.0","id":5,"method":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","params":[]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"the method \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\" does not exist"}}
