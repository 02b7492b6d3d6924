// The sender must have what the call moves, and what it offers for gas.
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"from":"0x00000000000000000000000000000000000000aa","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_call","params":[{"to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x21e19e0c9bab2400000"},"latest"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_call","params":[{"from":"0x00000000000000000000000000000000000000aa","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208","gasPrice":"0x4c4b40"},"latest"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5208","gasPrice":"0x4c4b40"},"latest"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gasPrice":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"max fee per gas less than block base fee"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","maxFeePerGas":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"max fee per gas less than block base fee"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_call","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","maxFeePerGas":"0x4c4b40","maxPriorityFeePerGas":"0x4c4b41"},"latest"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"max priority fee per gas higher than max fee per gas"}}
